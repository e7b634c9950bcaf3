import type { UpgradeMessages } from '../en/upgrade.ts';

export const upgrade: UpgradeMessages = {
  title: 'Zwanzig auf einmal',
  text: 'Pro ist für die Tage, an denen es mehr als fünf Fotos sind.',
  points: [
    'Bis zu 20 Dateien auf einmal',
    'Der Qualitätsregler von 50 bis 100',
    'Alle Ergebnisse in einer ZIP-Datei',
    'Keine Werbung',
    'Bevorzugter Support',
  ],
  price: ({ first, month, year }) =>
    `${first} im ersten Monat, danach ${month} im Monat. Oder ${year} im Jahr. 30 Tage Geld-zurück-Garantie, jederzeit kündbar.`,
  go: 'Pro werden',
  later: 'Bei Gratis bleiben',
};
