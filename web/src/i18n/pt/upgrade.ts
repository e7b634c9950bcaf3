import type { UpgradeMessages } from '../en/upgrade.ts';

export const upgrade: UpgradeMessages = {
  title: 'Vinte por vez',
  text: 'O Pro é para os dias com mais de cinco fotos.',
  points: [
    'Até 20 arquivos por vez',
    'O controle de qualidade, de 50 a 100',
    'Todos os resultados em um ZIP',
    'Sem anúncios',
    'Suporte prioritário',
  ],
  price: ({ first, month, year }) =>
    `${first} no primeiro mês, depois ${month} por mês. Ou ${year} por ano. Garantia de reembolso de 30 dias, cancele quando quiser.`,
  go: 'Seja Pro',
  later: 'Continuar grátis',
};
