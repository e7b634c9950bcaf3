// PCM coding units.
import * as F from '../../src/hevc/fields';
import { positionAfterTerminate, sliceEnd, startCabac } from './cabac';
import {
  bitDepthChroma,
  bitDepthLuma,
  chromaShiftX,
  chromaShiftY,
  chromaType,
  field,
  planeAt,
  sampleShift,
  strideC,
  strideY,
} from './picture';

/** pcm_sample, 7.3.8.7 and 8.4.4.1. False when the data ends before. */
export function readPcm(x: i32, y: i32, log2Size: i32): bool {
  let from = positionAfterTerminate();
  const parts = chromaType === 0 ? 1 : 3;
  const depthY = field(F.PCM_BIT_DEPTH_LUMA);
  const depthC = field(F.PCM_BIT_DEPTH_CHROMA);
  const size = 1 << log2Size;
  const samplesY = 1 << (log2Size << 1);
  const samplesC = chromaType === 0 ? 0 : 2 * (samplesY >> (chromaShiftX + chromaShiftY));
  const bytes = (samplesY * depthY + samplesC * depthC + 7) >> 3;
  if (from + bytes > sliceEnd()) return false;
  let buffer: u32 = 0;
  let held = 0;
  for (let component = 0; component < parts; component++) {
    const shiftX = component === 0 ? 0 : chromaShiftX;
    const shiftY = component === 0 ? 0 : chromaShiftY;
    const depth = component === 0 ? depthY : depthC;
    const shift = (component === 0 ? bitDepthLuma : bitDepthChroma) - depth;
    const stride = component === 0 ? strideY : strideC;
    let row = planeAt(component) + (y >> shiftY) * stride + ((x >> shiftX) << sampleShift);
    for (let j = 0; j < size >> shiftY; j++) {
      for (let i = 0; i < size >> shiftX; i++) {
        while (held < depth) {
          buffer = (buffer << 8) | load<u8>(from++);
          held += 8;
        }
        held -= depth;
        const sample = ((buffer >> held) & ((1 << depth) - 1)) << shift;
        if (sampleShift) store<u16>(row + (i << 1), sample);
        else store<u8>(row + i, sample);
      }
      row += stride;
    }
  }
  startCabac(from, sliceEnd());
  return true;
}
