import { inspect } from '@stillpix/engine';

export async function inspectPhoto(photo: File) {
  const { format, bitDepth, colorProfile, metadata, plan } = await inspect(photo);
  const steps = plan.steps.map(({ kind, reason }) => `${kind}: ${reason}`);
  return { text: JSON.stringify({ format, bitDepth, colorProfile, metadata, steps }, null, 2) };
}
