import type { UpgradeMessages } from '../en/upgrade.ts';

export const upgrade: UpgradeMessages = {
  title: 'Vinte de cada vez',
  text: 'O Pro é para os dias com mais de cinco fotos.',
  points: [
    'Até 20 arquivos por lote',
    'O controle de qualidade, de 50 a 100',
    'Todos os resultados em um ZIP',
    'Sem anúncios',
    'Resposta prioritária quando você escreve para nós',
  ],
  price: ({ first, month, year }) =>
    `${first} no primeiro mês, depois ${month} por mês. Ou ${year} por ano. 30 dias de garantia, cancele quando quiser.`,
  go: 'Seja Pro',
  later: 'Continuar grátis',
};
