import { useId } from 'react';
import { drawLandscape, frame } from './landscape.ts';

interface LandscapePictureProps {
  word: string;
  turn?: number;
  className?: string | undefined;
}

/** Decoration: it says nothing that the text does not. */
export function LandscapePicture({ word, turn, className }: LandscapePictureProps) {
  const id = useId();
  const { sky, sun, layers } = drawLandscape(word, turn);
  return (
    <svg
      viewBox={`0 0 ${frame.width} ${frame.height}`}
      width={frame.width}
      height={frame.height}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      className={className}
    >
      <linearGradient id={id} x2="0" y2="1">
        <stop stopColor={sky[0]} />
        <stop offset="0.75" stopColor={sky[1]} />
      </linearGradient>
      <rect width={frame.width} height={frame.height} fill={`url(#${id})`} />
      <circle cx={sun.x} cy={sun.y} r={sun.radius} fill={sun.color} />
      {layers.map(({ path, color }) => (
        <path key={path} d={path} fill={color} />
      ))}
    </svg>
  );
}
