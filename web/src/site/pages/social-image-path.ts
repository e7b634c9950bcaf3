/** Address of a page's image for social networks. */
export function socialImagePath(path: string): string {
  return `/og${path === '/' ? '/index' : path}.png`;
}
