/** The page is in English only. */
export const developers = {
  title: 'Try it',
  choose: 'Choose a photo',
  make: 'Use a test picture',
  chosen: (name: string) => `Chosen: ${name}`,
  none: 'Choose a photo, or use the test picture. It stays in this page.',
  run: (title: string) => `Run “${title}”`,
  running: 'Running',
  result: (milliseconds: number) => `Result after ${milliseconds} ms`,
  failed: (reason: string) => `Failed: ${reason}`,
  pictureOf: (title: string) => `Result of “${title}”`,
  examples: {
    toJpeg: 'Convert to JPG',
    inspectPhoto: 'See what is in a file, and what a conversion would do',
    averageColor: 'Pixels: the average color',
    withoutLocation: 'Metadata: without the location',
  },
};
