import { inputExtensions } from '../extensions.ts';
import type { InputFormat } from '../options.ts';

/** The format that a file name suggests. `null` when the engine knows none for it. */
export function formatOfName(name: string): InputFormat | null {
  const written = name.toLowerCase();
  const formats = Object.keys(inputExtensions) as InputFormat[];
  const isKnown = (format: InputFormat) =>
    inputExtensions[format].some((each) => written.endsWith(`.${each}`));
  return formats.find(isKnown) ?? null;
}
