import type { Messages } from '../messages.ts';

export const convert: Messages['convert'] = {
  dropTitle: 'Fotos hier ablegen',
  choose: 'Fotos auswählen',
};
