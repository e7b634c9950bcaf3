import type { Messages } from '../messages.ts';
import { convert } from './convert.ts';
import { site } from './site.ts';

export const es: Messages = { site, convert };
