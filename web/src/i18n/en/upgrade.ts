import type { PriceWords } from '@stillpix/contract/money';

export const upgrade = {
  title: 'Twenty at a time',
  text: 'Pro is for the days when there are more than five photos.',
  points: [
    'Up to 20 files in each batch',
    'The quality slider, from 50 to 100',
    'All results in one ZIP',
    'No ads',
    'Priority support',
  ],
  price: ({ first, month, year }: PriceWords) =>
    `${first} for the first month, then ${month} a month. Or ${year} a year. 30-day money-back guarantee, cancel anytime.`,
  go: 'Go Pro',
  later: 'Stay on Free',
};

export type UpgradeMessages = typeof upgrade;
