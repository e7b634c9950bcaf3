export const site = {
  common: {
    message: 'Message',
    close: 'Close',
    cancel: 'Cancel',
    retry: 'Try again',
    loading: 'Loading',
    more: 'Read more',
    comingSoon: 'Coming soon',
    copy: 'Copy',
    copied: 'Copied',
  },
  live: {
    sent: (bytes: string, requests: number) =>
      `${bytes} sent in ${requests} ${requests === 1 ? 'request' : 'requests'} since this page opened`,
    asked: 'Something on this page contacted another server',
    kinds: {
      code: 'Code of this site',
      look: 'Styles, fonts and pictures of this site',
      api: 'Requests to our server',
      other: 'Pages of this site',
      elsewhere: 'Other servers',
    },
    bodies: (requests: number) =>
      `Sent in ${requests} ${requests === 1 ? 'request' : 'requests'} to our server`,
    foreign: (count: number) =>
      `${count} more ${count === 1 ? 'request' : 'requests'} came from other code in this browser, such as an extension. Browsers do not tell how much such requests send.`,
    how: 'Requests are counted as the browser records them, in this page and in its workers. The bytes are what this page puts into its requests to our server: how many photos, which plan, never a picture. Headers, which every request has, are not included.',
    check:
      'To check it: open the browser’s developer tools, choose Network, reload, and convert. Each request is listed there with what it sends.',
    convertedToday: (count: string) => `${count} converted today`,
    soonText: 'This tool is being finished. The others are ready.',
    promo: 'Summer offer: 50% off',
  },
  errors: {
    network: 'No connection. Please check your network and try again.',
    generic: 'Something went wrong. Please try again.',
    tooMany: 'Too many attempts. Please wait a little and try again.',
    signInRequired: 'Please sign in first.',
  },
};
