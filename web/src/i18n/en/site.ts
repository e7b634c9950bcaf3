export const site = {
  common: {
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
    zero: (bytes: string) => `${bytes} of your pictures uploaded`,
    asked: 'Something on this page has asked another server',
    requests: (count: number, elsewhere: number) =>
      `The browser counts ${count} ${count === 1 ? 'request' : 'requests'} by this page’s code, ${elsewhere} to other servers.`,
    convertedToday: (count: string) => `${count} converted today`,
    soonText: 'This tool is being finished. The others are ready.',
    promo: 'Summer offer: 50% off',
  },
  errors: {
    network: 'No connection. Please check your network and try again.',
    generic: 'Something went wrong. Please try again.',
    tooMany: 'Too many attempts. Please wait a little and try again.',
    signInRequired: 'Please sign in first.',
    upgradeRequired: 'This is part of Pro.',
    dailyLimit: 'You have reached today’s limit.',
  },
};
