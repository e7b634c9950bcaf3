import { useId } from 'react';
import { frame } from './landscape.ts';
import type { PageId } from '../pages/pages.ts';

const ink = '#ffffff';
const shade = '#0d0c0b';

function inside(x: number, y: number, width: number, height: number): string {
  return `M0 0H${frame.width}V${frame.height}H0ZM${x} ${y}V${y + height}H${x + width}V${y}Z`;
}

/** Corners of a rectangle, drawn as angles. */
function corners(x: number, y: number, width: number, height: number, arm: number): string {
  const [right, bottom] = [x + width, y + height];
  return [
    `M${x} ${y + arm}V${y}h${arm}`,
    `M${right - arm} ${y}H${right}v${arm}`,
    `M${right} ${bottom - arm}V${bottom}h${-arm}`,
    `M${x + arm} ${bottom}H${x}v${-arm}`,
  ].join('');
}

/** The checkerboard that stands for transparency. */
function Checkers({ id }: { id: string }) {
  return (
    <pattern id={id} width="24" height="24" patternUnits="userSpaceOnUse">
      <rect width="24" height="24" fill={ink} />
      <path d="M0 0h12v24h12V12H0Z" fill="#d5d4ce" />
    </pattern>
  );
}

function WindowBar({ y }: { y: number }) {
  return (
    <>
      <rect y={y} width={frame.width} height="30" fill="#e9e8e2" />
      {[18, 38, 58].map((x) => (
        <circle key={x} cx={x} cy={y + 15} r="5.5" fill="#8d8b83" />
      ))}
      <rect x="84" y={y + 7} width="190" height="16" rx="8" fill={ink} />
    </>
  );
}

function marks(checkers: string): Partial<Record<PageId, React.ReactNode>> {
  return {
    // Another form of the same picture: the colors of the left half are inverted.
    'heic-to-jpg': (
      <>
        <rect width="150" height="200" fill={ink} style={{ mixBlendMode: 'difference' }} />
        <path d="M150 0V200" stroke={ink} strokeWidth="3" />
      </>
    ),
    'webp-to-jpg': <WindowBar y={0} />,
    // On a background: transparency is filled.
    'png-to-jpg': <path d="M190 0H300V200H110Z" fill={`url(#${checkers})`} />,
    // In a web page.
    'jpg-to-webp': (
      <>
        <path d={inside(52, 66, 196, 108)} fill={shade} fillRule="evenodd" opacity="0.62" />
        <rect x="52" y="44" width="196" height="22" fill="#e9e8e2" />
        {[64, 79, 94].map((x) => (
          <circle key={x} cx={x} cy="55" r="4" fill="#8d8b83" />
        ))}
        <rect x="52" y="44" width="196" height="130" fill="none" stroke="#e9e8e2" strokeWidth="3" />
      </>
    ),
    // The same picture in less space.
    'jpg-compress': (
      <>
        <path d={inside(75, 50, 150, 100)} fill={shade} fillRule="evenodd" opacity="0.62" />
        <rect x="75" y="50" width="150" height="100" fill="none" stroke={ink} strokeWidth="3" />
        <path
          d="M22 18L58 40M58 40l-14 0M58 40l-6 -13M278 18L242 40M242 40l14 0M242 40l6 -13M22 182L58 160M58 160l-14 0M58 160l-6 13M278 182L242 160M242 160l14 0M242 160l6 13"
          fill="none"
          stroke={ink}
          strokeWidth="3"
          strokeLinecap="round"
        />
      </>
    ),
    // Cut out, with nothing around it.
    'heic-to-png': (
      <path
        d="M0 0H300V200H0ZM150 22A78 78 0 0 0 150 178A78 78 0 0 0 150 22Z"
        fill={`url(#${checkers})`}
        fillRule="evenodd"
      />
    ),
    'image-resize-crop': (
      <>
        <path d={inside(84, 26, 148, 148)} fill={shade} fillRule="evenodd" opacity="0.55" />
        <path
          d="M133 26V174M183 26V174M84 75H232M84 125H232"
          stroke={ink}
          strokeWidth="1"
          opacity="0.7"
        />
        <path d={corners(84, 26, 148, 148, 26)} fill="none" stroke={ink} strokeWidth="5" />
      </>
    ),
    // A light brighter than paper.
    'heic-to-ultra-hdr-jpg': (
      <>
        <circle cx="226" cy="58" r="30" fill={ink} />
        <path
          d="M226 4V14M226 102V112M172 58H182M270 58H280M188 20L195 27M257 89L264 96M264 20L257 27M195 89L188 96"
          stroke={ink}
          strokeWidth="5"
          strokeLinecap="round"
        />
      </>
    ),
    // The still picture with its motion behind it.
    'live-photo-to-motion-photo': (
      <>
        {[64, 50, 36].map((radius) => (
          <circle
            key={radius}
            cx="150"
            cy="100"
            r={radius}
            fill="none"
            stroke={ink}
            strokeWidth="4"
            strokeDasharray={radius === 64 ? '2 8' : undefined}
          />
        ))}
      </>
    ),
    // Extracted: a strip of frames to play.
    'motion-photo-to-video': (
      <>
        <rect y="0" width={frame.width} height="30" fill={shade} />
        <rect y="170" width={frame.width} height="30" fill={shade} />
        {Array.from({ length: 10 }, (_, index) => (
          <path
            key={index}
            d={`M${index * 30 + 9} 9h12v12h-12ZM${index * 30 + 9} 179h12v12h-12Z`}
            fill={ink}
          />
        ))}
        <path d="M128 66L190 100L128 134Z" fill={ink} />
      </>
    ),
  };
}

/** Shows what a tool does to a picture. */
export function ToolMark({ id, className }: { id: PageId; className?: string | undefined }) {
  const checkers = useId();
  return (
    <svg viewBox={`0 0 ${frame.width} ${frame.height}`} aria-hidden className={className}>
      <Checkers id={checkers} />
      {marks(checkers)[id]}
    </svg>
  );
}
