/**
 * Resolves after the page has painted pending changes. Does not resolve while the page is hidden.
 */
export async function afterDrawing(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
