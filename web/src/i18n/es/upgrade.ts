import type { UpgradeMessages } from '../en/upgrade.ts';

export const upgrade: UpgradeMessages = {
  title: 'De veinte en veinte',
  text: 'Pro es para los días en que hay más de cinco fotos.',
  points: [
    'Hasta 20 archivos a la vez',
    'El control de calidad, de 50 a 100',
    'Todos los resultados en un ZIP',
    'Sin anuncios',
    'Soporte prioritario',
  ],
  price: ({ first, month, year }) =>
    `${first} el primer mes y después ${month} al mes. O ${year} al año. Garantía de devolución de 30 días, cancela cuando quieras.`,
  go: 'Hazte Pro',
  later: 'Seguir gratis',
};
