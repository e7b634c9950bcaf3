/** The test pictures that are no photographs: a screen full of text, line art, a smooth gradient. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Resvg } from '@resvg/resvg-js';
import satori from 'satori';
import { lattice } from './noise.ts';
import type { Picture } from './picture.ts';

/** Drawn without the system's fonts, which differ from machine to machine. */
function rasterise(svg: string): Picture {
  const { width, height, pixels } = new Resvg(svg, { font: { loadSystemFonts: false } }).render();
  const data = new Uint8Array(width * height * 3);
  for (let to = 0, from = 0; to < data.length; to += 3, from += 4)
    data.set(pixels.subarray(from, from + 3), to);
  return { width, height, data };
}

type Style = Record<string, string | number>;

function box(style: Style, ...children: unknown[]) {
  return { type: 'div', props: { style: { display: 'flex', ...style }, children } };
}

const syllables = 'ra to mi len sor va di ke mon ta pel li nu gar es tro bin da fo rel'.split(' ');

/** Words of no language, for lines of text. */
function babble(seed: number, words: number): string {
  return Array.from({ length: words }, (_, index) => {
    const count = 1 + Math.floor(lattice(index, seed, 1) * 3);
    const parts = Array.from(
      { length: count },
      (__, part) => syllables[Math.floor(lattice(index * 7 + part, seed, 2) * syllables.length)],
    );
    return parts.join('');
  }).join(' ');
}

function letterRow(index: number) {
  const open = index === 3;
  const colors = ['#2f6f4f', '#8a4b2a', '#31557f', '#7a3b6e'];
  return box(
    {
      padding: '18px 24px',
      borderBottom: '1px solid #dedad2',
      background: open ? '#e8f0ea' : '#fbfaf7',
      alignItems: 'center',
    },
    box({
      width: 44,
      height: 44,
      borderRadius: 22,
      marginRight: 20,
      background: colors[index % colors.length]!,
    }),
    box(
      { flexDirection: 'column', width: 470 },
      box({ fontSize: 22, fontWeight: 700 }, babble(index, 3)),
      box({ fontSize: 19, color: '#5c5a54' }, babble(index + 50, 6)),
    ),
    box({ fontSize: 17, color: '#8b8880' }, `${8 + (index % 9)}:${10 + index * 3}`),
  );
}

function paragraph(seed: number) {
  return box({ fontSize: 23, lineHeight: 1.45, marginTop: 22, width: 1300 }, babble(seed, 46));
}

function table() {
  const cells = (row: number) =>
    Array.from({ length: 6 }, (_, column) =>
      box(
        { width: 210, padding: '9px 14px', borderRight: '1px solid #d3cfc6', fontSize: 19 },
        row === 0 ? babble(column + 200, 1) : (lattice(row, column, 5) * 1000).toFixed(2),
      ),
    );
  return box(
    { flexDirection: 'column', marginTop: 30, border: '1px solid #d3cfc6', width: 1262 },
    ...Array.from({ length: 9 }, (_, row) =>
      box(
        {
          borderBottom: '1px solid #d3cfc6',
          background: row === 0 ? '#31557f' : row % 2 ? '#ffffff' : '#f2f0ea',
          color: row === 0 ? '#ffffff' : '#23211d',
          fontWeight: row === 0 ? 700 : 500,
        },
        ...cells(row),
      ),
    ),
  );
}

function button(label: string, background: string, color: string) {
  return box(
    { background, color, padding: '12px 26px', borderRadius: 10, fontSize: 21, marginRight: 16 },
    label,
  );
}

/** A window of a mail program, 2560 x 1600. */
export async function drawScreen(): Promise<Picture> {
  const { resolve } = createRequire(import.meta.url);
  const font = async (weight: 500 | 700) => ({
    name: 'Instrument Sans',
    weight,
    style: 'normal' as const,
    data: await readFile(
      resolve(`@fontsource/instrument-sans/files/instrument-sans-latin-${weight}-normal.woff`),
    ),
  });
  const screen = box(
    {
      width: 2560,
      height: 1600,
      background: '#fbfaf7',
      color: '#23211d',
      fontFamily: 'Instrument Sans',
      fontWeight: 500,
    },
    box(
      { width: 380, background: '#26302b', color: '#e7ebe6', flexDirection: 'column', padding: 36 },
      box({ fontSize: 30, fontWeight: 700, marginBottom: 30 }, babble(1, 2)),
      ...Array.from({ length: 13 }, (_, index) =>
        box({ fontSize: 22, marginTop: 20, opacity: index === 2 ? 1 : 0.72 }, babble(index + 9, 2)),
      ),
    ),
    box(
      { width: 660, flexDirection: 'column', borderRight: '1px solid #dedad2' },
      ...Array.from({ length: 17 }, (_, index) => letterRow(index)),
    ),
    box(
      { width: 1520, flexDirection: 'column', padding: '56px 90px' },
      box({ fontSize: 46, fontWeight: 700 }, babble(77, 5)),
      ...[300, 301, 302].map(paragraph),
      table(),
      ...[303, 304].map(paragraph),
      box(
        { marginTop: 40 },
        button(babble(400, 1), '#2f6f4f', '#ffffff'),
        button(babble(401, 2), '#e4e0d7', '#23211d'),
      ),
    ),
  );
  // Satori takes React's element shape without React, and turns text into outlines.
  const svg = await satori(screen as Parameters<typeof satori>[0], {
    width: 2560,
    height: 1600,
    fonts: await Promise.all([font(500), font(700)]),
  });
  return rasterise(svg);
}

function gear(x: number, y: number, radius: number, teeth: number): string {
  const points = Array.from({ length: teeth * 4 }, (_, index) => {
    const angle = ((index - 0.5) / (teeth * 4)) * 2 * Math.PI;
    const reach = index % 4 < 2 ? radius : radius * 0.86;
    return `${(x + Math.cos(angle) * reach).toFixed(2)},${(y + Math.sin(angle) * reach).toFixed(2)}`;
  });
  const spokes = Array.from({ length: 6 }, (_, index) => {
    const angle = (index / 6) * 2 * Math.PI;
    const at = (share: number) =>
      `${(x + Math.cos(angle) * radius * share).toFixed(2)} ${(y + Math.sin(angle) * radius * share).toFixed(2)}`;
    return `M${at(0.22)}L${at(0.66)}`;
  });
  return `<polygon points="${points.join(' ')}"/><circle cx="${x}" cy="${y}" r="${radius * 0.66}"/><circle cx="${x}" cy="${y}" r="${radius * 0.22}"/><path d="${spokes.join('')}"/>`;
}

/** A technical drawing in black on white, 2400 x 1800. */
export function drawLines(): Picture {
  const hatching = Array.from(
    { length: 60 },
    (_, index) => `M${200 + index * 16} 1480l-90 90`,
  ).join('');
  const waves = Array.from({ length: 9 }, (_, index) => {
    const y = 160 + index * 34;
    return `M1500 ${y}q70 ${-20 - index * 9} 140 0t140 0t140 0t140 0t140 0`;
  }).join('');
  return rasterise(`<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1800">
    <rect width="2400" height="1800" fill="#fff"/>
    <g fill="none" stroke="#111" stroke-width="5" stroke-linejoin="round" stroke-linecap="round">
      <rect x="60" y="60" width="2280" height="1680" stroke-width="9"/>
      ${gear(640, 620, 420, 28)}${gear(1195, 985, 262, 17)}${gear(1570, 1250, 205, 13)}
      <path d="M110 1480H1170" stroke-width="8"/><path d="${hatching}" stroke-width="3"/>
      <path d="${waves}" stroke-width="3"/>
      <path d="M60 1600H2340M1820 1600V1740M640 120V1420M140 620H1120" stroke-dasharray="26 12 4 12" stroke-width="2.5"/>
      <path d="M1780 620h480v360h-480zM1850 700h340v200h-340zM1780 620l70 80M2260 620l-70 80M1780 980l70-80M2260 980l-70-80"/>
      <circle cx="2020" cy="800" r="62" fill="#111"/>
    </g></svg>`);
}

/** Smooth colors without grain, 1920 x 1280: what shows banding first. */
export function drawGradient(): Picture {
  const [width, height] = [1920, 1280];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 3) {
      const [u, v] = [x / width, y / height];
      const glow = Math.exp(-(((u - 0.68) ** 2 + (v - 0.62) ** 2) * 6));
      data[at] = Math.round(38 + 120 * v + 96 * glow);
      data[at + 1] = Math.round(58 + 64 * v + 74 * glow);
      data[at + 2] = Math.round(128 + 18 * u + 24 * glow - 30 * v);
    }
  return { width, height, data };
}
