import type { ChromaFormat } from './planes.ts';

/** Luma blocks across and down one MCU (ITU-T T.81, A.2). */
export function samplingOf(chroma: ChromaFormat): { across: number; down: number } {
  return {
    across: chroma === '4:2:0' || chroma === '4:2:2' ? 2 : 1,
    down: chroma === '4:2:0' ? 2 : 1,
  };
}
