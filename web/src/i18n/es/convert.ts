import type { Messages } from '../messages.ts';

export const convert: Messages['convert'] = {
  dropTitle: 'Suelta tus fotos aquí',
  choose: 'Elegir fotos',
};
