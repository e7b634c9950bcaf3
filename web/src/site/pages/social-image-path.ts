/** Where the picture of a page for social networks stands. */
export function socialImagePath(path: string): string {
  return `/og${path === '/' ? '/index' : path}.png`;
}
