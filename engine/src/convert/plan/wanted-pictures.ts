import type { Source } from '../../codec/input.ts';
import type { PictureHeader } from '../../codec/picture-header.ts';
import type { Rectangle, Size } from '../../geometry.ts';
import { isAuxiliaryRole, type ConvertOptions, type PictureRole } from '../../options.ts';
import { uprightSize } from './plan.ts';

export function roleOf({ role = 'main' }: PictureHeader): PictureRole {
  return role;
}

/** Whether a picture only describes another one, like a depth map. */
export function isAuxiliary(header: PictureHeader): boolean {
  return isAuxiliaryRole(roleOf(header));
}

function isWanted(header: PictureHeader, pictures: ConvertOptions['pictures']): boolean {
  if (pictures === 'everything') return true;
  if (pictures === 'all') return !isAuxiliary(header);
  return Array.isArray(pictures) && pictures.includes(roleOf(header));
}

/** Indices of the requested pictures. The main one always comes first. */
export function listWanted({ pictures }: Source, options: ConvertOptions): number[] {
  return [...pictures.keys()].filter(
    (index) => index === 0 || isWanted(pictures[index]!, options.pictures),
  );
}

/** Whether a picture that is meant to be shown was not requested. */
export function leavesOut(source: Source, options: ConvertOptions): boolean {
  const wanted = new Set(listWanted(source, options));
  return source.pictures.some((header, index) => !isAuxiliary(header) && !wanted.has(index));
}

/** The same crop in a picture of another size, at least a pixel large. */
function scaleCrop(crop: Rectangle, across: number, down: number, to: Size): Rectangle {
  const x = Math.min(Math.floor(crop.x * across), to.width - 1);
  const y = Math.min(Math.floor(crop.y * down), to.height - 1);
  const right = Math.min(Math.round((crop.x + crop.width) * across), to.width);
  const bottom = Math.min(Math.round((crop.y + crop.height) * down), to.height);
  return { x, y, width: Math.max(1, right - x), height: Math.max(1, bottom - y) };
}

/**
 * The options for picture `index`. A depth map or matte is cropped to match the primary picture.
 */
export function optionsFor<Options extends ConvertOptions>(
  { pictures }: Source,
  index: number,
  options: Options,
): Options {
  const { crop, rotate = 0 } = options;
  const header = pictures[index]!;
  if (!crop || !isAuxiliary(header)) return options;
  const [main, own] = [pictures[0]!, header].map((each) => {
    const { width, height } = uprightSize(each);
    return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
  }) as [Size, Size];
  const scaled = scaleCrop(crop, own.width / main.width, own.height / main.height, own);
  return { ...options, crop: scaled };
}
