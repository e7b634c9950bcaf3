import type { UpgradeMessages } from '../en/upgrade.ts';

export const upgrade: UpgradeMessages = {
  title: 'Zwanzig auf einmal',
  text: 'Pro ist für die Tage, an denen es mehr als fünf Fotos sind.',
  points: [
    'Bis zu 20 Dateien auf einmal',
    'Der Qualitätsregler von 50 bis 100',
    'Alle Ergebnisse in einer ZIP-Datei',
    'Keine Werbung',
    'Vorrang, wenn Sie uns schreiben',
  ],
  price:
    '2,49\u00a0$ im ersten Monat, danach 4,99\u00a0$ im Monat. Oder 49\u00a0$ im Jahr. 30 Tage Geld zurück, jederzeit kündbar.',
  go: 'Pro werden',
  later: 'Bei Gratis bleiben',
};
