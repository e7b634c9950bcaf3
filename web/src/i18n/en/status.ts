export const status = {
  checking: 'Checking…',
  summary: {
    well: 'Everything works',
    'no-database': 'Accounts do not work right now',
    'no-answer': 'The server does not answer',
  },
  converting: {
    name: 'Converting photos',
    works: 'Working. It happens in your browser and needs no server.',
  },
  server: {
    name: 'This site’s server',
    answers: (milliseconds: number) => `Answers, in ${milliseconds} ms`,
    isThere: 'Answers, but cannot reach its database',
    away: 'Does not answer. It may also be your connection.',
  },
  accounts: {
    name: 'Accounts and payments',
    well: 'Working',
    'no-database': 'Waiting for the database. Nothing that was saved is lost.',
    'no-answer': 'Unreachable',
  },
  again: 'Check again',
  checked: (time: string) => `Checked at ${time}`,
  version: (version: string) => `Version ${version}`,
};

export type StatusMessages = typeof status;
