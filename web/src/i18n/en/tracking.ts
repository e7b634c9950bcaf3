export const tracking = {
  choices: 'Your choices',
  switches: {
    settings: {
      label: 'Remember the converter’s settings',
      hint: 'Quality, size and options, for each tool. Turning it off removes what was remembered.',
    },
    counter: {
      label: 'Count conversions on this device',
      hint: 'One number a day, shown on the home page, never sent. Turning it off removes the numbers.',
    },
    table: {
      label: 'Keep my table until I come back',
      hint: 'Photos, settings and results of the converter, in this browser only, up to 500 MB and 7 days. Turning it off removes what was kept.',
    },
    offline: {
      label: 'Keep the site for use without a connection',
      hint: 'Scripts, pages and codecs of this site, in one language. Turning it off removes them.',
    },
    ads: {
      label: 'Show other companies’ ads',
      hint: 'When this is off, no page loads anything from elsewhere. When it is on, articles and their lists may show Google ads, if the operator uses them. Tool pages never do, and with Pro no page does.',
    },
  },
  stored: 'In this browser right now',
  nothing: 'Nothing.',
  characters: (count: number) => `${count} ${count === 1 ? 'character' : 'characters'}`,
  remove: 'Remove',
  forget: (name: string) => `Remove ${name}`,
  removeAll: 'Remove everything',
  removeAllHint: 'Signs you out on this device. Your account, if you have one, stays.',
  allRemoved: 'Everything was removed',
  notKept: 'Your browser does not let this page remember anything.',
};

export type TrackingMessages = typeof tracking;
