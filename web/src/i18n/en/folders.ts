export const folders = {
  saveTo: (folder: string) => `Save to “${folder}”`,
  another: 'Another folder',
  remember: 'Remember this folder',
  watch: {
    title: 'Watch a folder',
    explain:
      'While this page is open, new photos in the first folder are converted as they arrive, with the settings of this tool, and saved to the second.',
    from: 'Photos arrive in',
    into: 'Results go to',
    choose: 'Choose a folder',
    present: 'Also convert what is already there',
    start: 'Start watching',
    stop: 'Stop',
    close: 'Close',
    same: 'Choose two different folders: otherwise every result would be converted again.',
    watching: (folder: string) => `Watching “${folder}”`,
    converted: (count: number, folder: string) =>
      count === 0
        ? 'Nothing new yet.'
        : `${count === 1 ? '1 photo' : `${count} photos`} converted and saved to “${folder}”.`,
    report: (name: string, text: string) => `${name}: ${text}`,
    ended: {
      'not-pro': 'Watching has stopped: it is part of Pro, and the server no longer confirms Pro.',
      'folder-gone':
        'Watching has stopped: one of the folders can no longer be reached. Choose it again.',
    },
    refused: 'This folder could not be opened. Please choose another one.',
  },
};

export type FolderMessages = typeof folders;
