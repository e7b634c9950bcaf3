import type { PriceWords } from '@stillpix/contract/money';
import type { Badge, Tag } from '../../site/pages/tags.ts';

export const reading = {
  steps: 'How to do it',
  questions: 'Questions',
  contents: 'On this page',
  updated: (day: string) => `Last updated on ${day}`,
  ribbon: {
    text: ({ firstSavingPercent, first, month }: PriceWords) =>
      `${firstSavingPercent} off the first month of Pro: ${first} instead of ${month}`,
    go: 'See Pro',
    close: 'Hide for a week',
  },
  trust: {
    upload: {
      title: 'Zero upload',
      text: 'The conversion runs in this tab, on your own processor.',
    },
    privacy: {
      title: 'Nothing to delete',
      text: 'What was never sent never has to be deleted.',
    },
    instant: {
      title: 'Instant',
      text: 'No queue and no waiting for a server. It also works offline once loaded.',
    },
  },
  prompt: {
    title: 'A whole vacation to convert?',
    text: 'Pro takes 20 photos at once, packs them into one ZIP and gives you the quality slider. No ads.',
    go: 'What Pro adds',
  },
  youArePro: {
    title: 'You’re Pro',
    text: 'Twenty files at once, the quality slider, ZIP download and no ads: all of it is on.',
    go: 'Manage your plan',
  },
  tools: {
    title: 'One table, every tool',
    text: 'All of them work like the one above: in your browser, without an upload.',
  },
  teaser: { title: 'From the blog', all: 'All articles' },
  pricing: {
    title: 'Free for most. Pro for many photos.',
    text: 'Converting is free and stays free. Pro pays for the work on it.',
    free: {
      name: 'Free',
      note: 'for as long as you like',
      points: [
        'Up to 5 files at once',
        'All tools',
        'Quality presets 70, 85, 92 and 95',
        'Date, camera and colors kept',
        'No account',
        'May show ads',
      ],
      go: 'Convert now',
    },
    pro: {
      name: 'Pro',
      unit: 'a month',
      offer: ({ first, firstSavingPercent }: PriceWords) =>
        `First month ${first}, that is ${firstSavingPercent} off`,
      annual: ({ year, yearByMonth, yearSavingPercent, yearSaving }: PriceWords) =>
        `Or ${year} a year: about ${yearByMonth} a month, ${yearSavingPercent} less, ${yearSaving} saved`,
      points: [
        'Up to 20 files at once',
        'Quality slider from 50 to 100',
        'All results in one ZIP',
        'No ads',
        'Priority support',
      ],
      go: 'Go Pro',
      terms: '30-day money-back guarantee. Cancel anytime.',
    },
  },
  ad: {
    label: 'Advertisement',
    ask: 'Google could show an ad here. It would learn that you read this page, and may set cookies.',
    choices: 'What this means',
    yes: 'Show it',
    no: 'No, thanks',
    close: 'Close',
    pro: 'Pro has no ads',
    empty: 'Nothing is configured for this place.',
  },
  notFound: {
    links: 'Looking for one of these?',
  },
  blog: {
    title: 'Stillpix blog: picture formats, measured',
    heading: 'How picture formats really work',
    description:
      'How picture formats really work, what phones do to photos, and how to keep quality, date and privacy when you convert. With figures we measured ourselves.',
    lede: 'What phones do to photos, what each format is good for, and how to keep quality, date and privacy. With figures we measured ourselves.',
    tagTitle: (tag: string) => `${tag}: articles`,
    tagDescription: (tag: string) =>
      `Every Stillpix article about ${tag}: plain explanations, steps to follow, and figures measured with our own test pictures.`,
    pageTitle: (title: string, page: number) => `${title}, page ${page}`,
    all: 'All articles',
    tags: 'Subjects',
    newer: 'Newer articles',
    older: 'Older articles',
    pages: 'Pages of the list',
    minutes: (count: number) => `${count} min read`,
    published: (day: string) => `Published on ${day}`,
    revised: (day: string) => `revised on ${day}`,
    by: (author: string) => `by ${author}`,
    related: 'Read next',
    featured: 'Start here',
    feed: 'RSS feed',
    tryTitle: 'Convert your own photos',
    tryText: 'Free, without an account, and your pictures never leave your device.',
    tryLink: 'Convert a photo',
  },
  // Editorial labels. Visits are not counted, so none claims that an article is popular.
  badges: {
    new: 'New',
    trending: 'In the news',
    popular: 'Often asked',
    essential: 'Essential',
  } satisfies Record<Badge, string>,
  tags: {
    heic: 'HEIC',
    jpg: 'JPG',
    webp: 'WebP',
    png: 'PNG',
    avif: 'AVIF',
    raw: 'RAW',
    iphone: 'iPhone',
    android: 'Android',
    windows: 'Windows',
    mac: 'Mac',
    privacy: 'Privacy',
    metadata: 'Metadata',
    quality: 'Quality',
    size: 'File size',
    color: 'Color',
    sharing: 'Sharing',
    print: 'Print',
    web: 'Websites',
    ai: 'AI pictures',
    comparison: 'Comparisons',
    'how-to': 'How-to',
  } satisfies Record<Tag, string>,
};

export type ReadingMessages = typeof reading;
