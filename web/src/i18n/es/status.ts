import type { StatusMessages } from '../en/status.ts';

export const status: StatusMessages = {
  checking: 'Comprobando…',
  summary: {
    well: 'Todo funciona',
    'no-database': 'Las cuentas no funcionan en este momento',
    'no-answer': 'El servidor no responde',
  },
  converting: {
    name: 'Conversión de fotos',
    works: 'Funciona. Se hace en tu navegador y no necesita servidor.',
  },
  server: {
    name: 'Servidor de este sitio',
    answers: (milliseconds: number) => `Responde en ${milliseconds} ms`,
    isThere: 'Responde, pero no llega a su base de datos',
    away: 'No responde. También puede ser tu conexión.',
  },
  accounts: {
    name: 'Cuentas y pagos',
    well: 'Funcionan',
    'no-database': 'Esperan a la base de datos. Lo que se había guardado no se perdió.',
    'no-answer': 'No se puede acceder a ellos',
  },
  again: 'Comprobar de nuevo',
  checked: (time: string) => `Comprobado a las ${time}`,
  version: (version: string) => `Versión ${version}`,
};
