import { convert } from './convert.ts';
import { site } from './site.ts';

export const en = { site, convert };
