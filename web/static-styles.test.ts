import { expect, test } from 'vitest';
import { requireStaticStyles } from './static-styles.ts';

interface Hooks {
  transform: { handler: (this: object, code: string, id: string) => void };
  buildEnd: (this: object, error?: Error) => void;
}

/** Builds the browser's files and then the pages' with these styles; gives what the build ends with. */
function build(styles: { inBrowser: string[]; inPages: string[] }): string | null {
  const { transform, buildEnd } = requireStaticStyles() as unknown as Hooks;
  let message: string | null = null;
  const run = (name: string, ids: string[]) => {
    const context = {
      environment: { name, config: { root: '/web' } },
      error: (text: string) => (message = text),
    };
    for (const id of ids) transform.handler.call(context, '', id);
    buildEnd.call(context);
  };
  run('client', styles.inBrowser);
  run('ssr', styles.inPages);
  return message;
}

const header = '/web/src/site/shell/header.module.css';
const footer = '/web/src/site/shell/footer.module.css';

test('a part of a page whose styles no page would have ends the build with its name', () => {
  expect(build({ inBrowser: [header], inPages: [header, footer] })).toBe(
    'No page would have the styles of src/site/shell/footer.module.css: name them in src/site/prerender/styles.ts',
  );
});

test('styles that are in the browser’s build are in order, used by pages or not', () => {
  expect(build({ inBrowser: [header, footer], inPages: [footer] })).toBeNull();
});
