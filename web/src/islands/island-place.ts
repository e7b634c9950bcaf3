/** Where React draws in the HTML of a page. */
export const islandId = 'island';
