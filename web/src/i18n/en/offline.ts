export const offline = {
  title: 'Without a connection',
  none: 'Nothing is kept yet. After your first conversion the tools work without a connection.',
  some: (stored: string, total: string) =>
    `${stored} of ${total} are on this device: the tools work without a connection.`,
  all: (total: string) => `Everything is on this device (${total}), rare formats too.`,
  get: (rest: string) => `Make everything available offline (${rest} more)`,
  getAll: 'Make everything available offline',
  getting: 'Fetching the site’s files',
  failed: 'That did not work. Is there a connection, and room on the device?',
  remove: 'Remove from this device',
  newVersion: 'A new version of Stillpix is ready. It comes with your next visit.',
  reload: 'Reload now',
  later: 'Later',
};

export type OfflineMessages = typeof offline;
