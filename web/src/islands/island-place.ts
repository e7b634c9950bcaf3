/** The element in a page's HTML that React renders into. */
export const islandId = 'island';
