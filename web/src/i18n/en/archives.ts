export const archives = {
  opening: (name: string) => `Taking the photos out of “${name}”`,
  count: (done: number, total: number) => `${done} of ${total} files`,
  stop: 'Stop',
  reasons: {
    locked: 'It is locked with a password. Unpack it on your computer, then add the photos.',
    'unknown-method':
      'It is packed in a way that browsers cannot unpack. Unpack the ZIP on your computer, then add the folder.',
    damaged: 'It is damaged inside the ZIP. Download the ZIP again.',
    'nothing-inside': 'There is nothing in this ZIP.',
    'no-archive': 'This is not a ZIP, whatever its name says.',
    'cut-off':
      'This ZIP ends too early, probably because its download was interrupted. Download it again.',
    'damaged-list':
      'This ZIP is damaged, so not everything in it could be read. Download it again.',
    split:
      'This is one of several files that belong together. Unpack them on your computer, then add the folder.',
    unreadable: 'It could not be read. Perhaps it was moved or changed: add it again.',
    'too-many':
      'Only the first 2,000 files in this ZIP were taken. Unpack it on your computer, then add the others from there.',
    'too-much':
      'Unpacked, this ZIP is more than 1 GB, so some photos stayed inside. Unpack it on your computer, then add the folder.',
  },
};

export type ArchiveMessages = typeof archives;
