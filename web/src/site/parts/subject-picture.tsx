import { type ReactNode, useId } from 'react';
import type { Tag } from '../pages/tags.ts';
import { drawLandscape, frame } from './landscape.ts';

const paper = '#fbf9f4';
const ink = '#161512';
const accent = '#e8431f';

/** Width and height of the symbol for one subject, centered at 0, 0. */
const thing = { width: 84, height: 112 };

interface SubjectPictureProps {
  /** Subjects of the article, the most important first. */
  tags: readonly Tag[];
  /** Chooses the background colors. */
  word: string;
  className?: string | undefined;
}

/** A drawing of an article's subject. Decoration: it says nothing that the text does not. */
export function SubjectPicture({ tags, word, className }: SubjectPictureProps) {
  const id = useId();
  const { sky } = drawLandscape(word);
  const shown = chooseSubjects(tags);
  const places = shown.length === 1 ? [0.5] : [0.29, 0.71];
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      width={frame.width}
      height={frame.height}
      aria-hidden
      className={className}
    >
      <linearGradient id={id} x2="0" y2="1">
        <stop stopColor={sky[0]} />
        <stop offset="1" stopColor={sky[1]} />
      </linearGradient>
      <rect width={frame.width} height={frame.height} fill={`url(#${id})`} />
      {shown.map((tag, index) => (
        <g
          key={tag}
          transform={`translate(${frame.width * (places[index] ?? 0.5)} ${frame.height / 2})`}
          fill="none"
          stroke={ink}
          strokeWidth="3"
          strokeLinejoin="round"
          strokeLinecap="round"
        >
          {subjects[tag]}
        </g>
      ))}
    </svg>
  );
}

/** The kind of article comes last, and only if there is room. */
const manners: ReadonlySet<Tag> = new Set(['how-to', 'comparison']);

export function chooseSubjects(tags: readonly Tag[]): Tag[] {
  const things = tags.filter((tag) => !manners.has(tag));
  return [...things, ...tags.filter((tag) => manners.has(tag))].slice(0, 2);
}

/** A sheet of paper with a folded corner and the name of a format. */
function format(name: string): ReactNode {
  const { width, height } = thing;
  return (
    <>
      <path
        d={`M${-width / 2} ${-height / 2}h${width - 22}l22 22v${height - 22}h${-width}z`}
        fill={paper}
      />
      <path d={`M${width / 2 - 22} ${-height / 2}v22h22`} />
      <rect x={-width / 2} y="8" width={width} height="30" fill={accent} stroke="none" />
      <text
        y="29.5"
        fill={paper}
        stroke="none"
        textAnchor="middle"
        fontFamily="system-ui, sans-serif"
        fontWeight="700"
        fontSize="19"
      >
        {name}
      </text>
    </>
  );
}

/** A hill and the sun, as a symbol for photos. */
const photo = (
  <>
    <circle cx="12" cy="-14" r="7" fill={accent} stroke="none" />
    <path d="M-24 22l16 -22l11 13l8 -9l13 18z" fill={ink} stroke="none" />
  </>
);

function phone(camera: ReactNode): ReactNode {
  return (
    <>
      <rect x="-32" y="-60" width="64" height="120" rx="12" fill={paper} />
      {photo}
      {camera}
      <path d="M-9 50h18" />
    </>
  );
}

function windowOf(buttons: ReactNode): ReactNode {
  return (
    <>
      <rect x="-54" y="-44" width="108" height="88" rx="6" fill={paper} />
      <path d="M-54 -24h108" />
      {buttons}
      <g transform="translate(0 10)">{photo}</g>
    </>
  );
}

const subjects: Record<Tag, ReactNode> = {
  heic: format('HEIC'),
  jpg: format('JPG'),
  webp: format('WebP'),
  png: format('PNG'),
  avif: format('AVIF'),
  raw: format('RAW'),
  iphone: phone(<path d="M-10 -51h20" strokeWidth="6" />),
  android: phone(<circle cy="-50" r="3" fill={ink} />),
  windows: windowOf(<path d="M40 -38l8 8m0 -8l-8 8M24 -38h8v8h-8zM8 -34h8" strokeWidth="2" />),
  mac: windowOf(<path d="M-44 -34h.1M-33 -34h.1M-22 -34h.1" strokeWidth="8" />),
  web: windowOf(<path d="M-46 -34h60" strokeWidth="6" />),
  privacy: (
    <>
      <path d="M-20 -8v-16a20 20 0 0 1 40 0v16" strokeWidth="8" />
      <rect x="-36" y="-10" width="72" height="56" rx="8" fill={paper} />
      <path d="M0 12v12" strokeWidth="8" stroke={accent} />
    </>
  ),
  metadata: (
    <>
      <path d="M-44 -26h58l32 28l-32 28h-58z" fill={paper} />
      <circle cx="24" cy="2" r="5" fill={ink} />
      <path d="M-32 -10h34M-32 2h24M-32 14h34" stroke={accent} strokeWidth="5" />
    </>
  ),
  quality: (
    <>
      <rect x="-48" y="-40" width="96" height="80" rx="8" fill={paper} />
      <path d="M-34 -18h68M-34 18h68" strokeWidth="5" />
      <circle cx="18" cy="-18" r="10" fill={accent} />
      <circle cx="-12" cy="18" r="10" fill={accent} />
    </>
  ),
  size: (
    <>
      <rect x="-56" y="-20" width="112" height="40" rx="4" fill={paper} />
      <path d="M-44 -20v14M-28 -20v22M-12 -20v14M4 -20v22M20 -20v14M36 -20v22" />
      <path d="M-56 36h112m-8 -6l8 6l-8 6M-48 30l-8 6l8 6" stroke={accent} />
    </>
  ),
  color: (
    <g stroke="none" fillOpacity="0.85">
      <circle cy="-20" r="32" fill="#e8431f" />
      <circle cx="-22" cy="16" r="32" fill="#3f9a5a" />
      <circle cx="22" cy="16" r="32" fill="#3a6fc4" />
    </g>
  ),
  sharing: (
    <>
      <path d="M-34 0L28 -34M-34 0L28 34" strokeWidth="5" />
      <circle cx="-34" r="15" fill={accent} />
      <circle cx="30" cy="-34" r="15" fill={paper} />
      <circle cx="30" cy="34" r="15" fill={paper} />
    </>
  ),
  print: (
    <>
      <rect x="-46" y="-52" width="92" height="104" fill={paper} />
      <rect x="-36" y="-42" width="72" height="62" fill="#cfe0e8" stroke="none" />
      <g transform="translate(0 -8)">{photo}</g>
      <path d="M-36 36h44" stroke={accent} />
    </>
  ),
  ai: (
    <>
      <path d="M0 -48q6 42 46 48q-40 6 -46 48q-6 -42 -46 -48q40 -6 46 -48z" fill={paper} />
      <path d="M36 -52v20M26 -42h20" stroke={accent} strokeWidth="5" />
    </>
  ),
  comparison: (
    <>
      <rect x="-52" y="-38" width="104" height="76" rx="6" fill={paper} />
      <path d="M-46 34v-40l26 -20l20 24v36z" fill={ink} stroke="none" />
      <path d="M0 -50v100" stroke={accent} strokeWidth="4" />
      <path d="M-6 0l-8 0m4 -5l-5 5l5 5M6 0h8m-4 -5l5 5l-5 5" stroke={accent} />
    </>
  ),
  'how-to': (
    <>
      <rect x="-40" y="-54" width="80" height="108" rx="6" fill={paper} />
      <path d="M-26 -32l6 6l10 -12M-26 0l6 6l10 -12M-26 32l6 6l10 -12" stroke={accent} />
      <path d="M2 -30h24M2 2h24M2 34h24" strokeWidth="5" />
    </>
  ),
};
