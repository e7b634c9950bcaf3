import type { StatusMessages } from '../en/status.ts';

export const status: StatusMessages = {
  checking: 'Verificando…',
  summary: {
    well: 'Tudo funciona',
    'no-database': 'As contas não funcionam no momento',
    'no-answer': 'O servidor não responde',
  },
  converting: {
    name: 'Conversão de fotos',
    works: 'Funciona. Acontece no seu navegador e não precisa de servidor.',
  },
  server: {
    name: 'Servidor deste site',
    answers: (milliseconds: number) => `Responde em ${milliseconds} ms`,
    isThere: 'Responde, mas não consegue acessar o banco de dados',
    away: 'Não responde. Também pode ser a sua conexão.',
  },
  accounts: {
    name: 'Contas e pagamentos',
    well: 'Funcionam',
    'no-database': 'Aguardam o banco de dados. Nada do que foi salvo se perdeu.',
    'no-answer': 'Não podem ser acessados',
  },
  again: 'Verificar de novo',
  checked: (time: string) => `Verificado às ${time}`,
  version: (version: string) => `Versão ${version}`,
};
