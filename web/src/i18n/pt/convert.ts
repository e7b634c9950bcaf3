import type { Messages } from '../messages.ts';

export const convert: Messages['convert'] = {
  dropTitle: 'Solte suas fotos aqui',
  choose: 'Escolher fotos',
};
