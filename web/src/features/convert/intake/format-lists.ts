import type { Messages } from '../../../i18n/messages.ts';
import { type ToolKind, tools } from '../tools.ts';

/**
 * The formats that a tool names. Every tool takes any picture; these are the ones it is made for.
 */
export function findFormats(formats: Messages['convert']['formats'], tool: ToolKind): string {
  switch (tool) {
    case 'resize-crop':
      return formats.all;
    case 'ultra-hdr':
      return formats.hdr;
    case 'motion-photo':
      return formats.motion;
    case 'video-out':
      return formats.video;
    default:
      return tools[tool].from ?? formats.usual;
  }
}
