import { expect, type Page } from '@playwright/test';

/** In the page: requests to its workers without an answer yet, and the sizes of photos begun. */
interface Asked {
  open: Set<number>;
  begun: number[];
}

/**
 * Lets the page note what its workers are asked for, for conversions that show nothing. Call it
 * before the page is opened.
 */
export async function watchConversions(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const asked: Asked = { open: new Set(), begun: [] };
    Object.assign(globalThis, { asked });
    const listened = new WeakSet<Worker>();
    const post = Reflect.get(Worker.prototype, 'postMessage');
    Object.assign(Worker.prototype, {
      postMessage(
        this: Worker,
        message: { id?: number; kind?: string; file?: Blob },
        ...rest: unknown[]
      ) {
        if (!listened.has(this)) {
          listened.add(this);
          this.addEventListener(
            'message',
            ({ data }: MessageEvent<{ id: number; kind: string }>) => {
              if (data.kind === 'done' || data.kind === 'failed') asked.open.delete(data.id);
            },
          );
        }
        const { id, kind, file } = message;
        if (id !== undefined && kind !== 'frame') asked.open.add(id);
        if (kind === 'start' && file !== undefined) asked.begun.push(file.size);
        Reflect.apply(post, this, [message, ...rest]);
      },
    });
  });
}

/** Until a photo of so many bytes was begun, and the workers have answered all they were asked. */
export async function whenConverted(page: Page, bytes: number): Promise<void> {
  const isOver = () =>
    page.evaluate((size) => {
      const { asked } = globalThis as unknown as { asked: Asked };
      return asked.open.size === 0 && asked.begun.includes(size);
    }, bytes);
  await expect.poll(isOver).toBe(true);
}
