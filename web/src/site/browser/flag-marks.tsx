import { useEffect } from 'react';
import { useFlag } from './flags.ts';

/**
 * Tool cards are plain HTML. An attribute on <html> turns those whose flag is off into "coming
 * soon".
 */
export function FlagMarks() {
  const heicToPng = useFlag('heic-to-png-converter');
  const resize = useFlag('image-resize-crop-tool');
  useEffect(() => {
    document.documentElement.toggleAttribute('data-no-heic-to-png', !heicToPng);
    document.documentElement.toggleAttribute('data-no-image-resize-crop', !resize);
  }, [heicToPng, resize]);
  return null;
}
