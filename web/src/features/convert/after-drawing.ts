/** Resolves once the page has drawn what it has in hand; not while it is hidden. */
export async function afterDrawing(): Promise<void> {
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
}
