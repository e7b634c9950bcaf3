import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { findWebKit } from '../../scripts/setup.mjs';
import type { OtherBrowser, OtherProgram } from './other-browser.ts';
import { freePort } from './servers.ts';

const patience = 120_000;

/** The private-use characters that stand for keys (W3C WebDriver, 17.4.2). */
const keys = { Enter: '\uE007', Escape: '\uE00C', Tab: '\uE004' };

/** How an element is written in JSON (W3C WebDriver, 12.2). */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';
type ElementReference = Record<typeof elementKey, string>;

/** A screen that nobody sees: WebKitGTK has no headless mode. The number is its display. */
async function startScreen(): Promise<{ screen: ChildProcess; display: string }> {
  const screen = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  );
  const output = screen.stdio[3] as Readable;
  const [number] = (await once(output, 'data')) as [Buffer];
  return { screen, display: `:${number.toString().trim()}` };
}

/** WebKitGTK's small browser by W3C WebDriver; null where it is not installed. Its driver drives one at a time. */
export async function startWebKit(): Promise<OtherProgram | null> {
  const binary = findWebKit();
  return binary === null ? null : { open: () => openWebKit(binary), close: async () => {} };
}

async function openWebKit(binary: string): Promise<OtherBrowser> {
  // Without a desktop's settings, downloads go to the home folder.
  const downloads = mkdtempSync(join(tmpdir(), 'stillpix-webkit-'));
  const { screen, display } = await startScreen();
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: display, HOME: downloads },
  });
  const address = `http://127.0.0.1:${port}`;

  async function send<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const response = await fetch(address + path, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(patience),
    });
    const { value } = (await response.json()) as { value: Answer & { message?: string } };
    if (!response.ok) throw new Error(`${path}: ${value.message || JSON.stringify(value)}`);
    return value;
  }

  // What the driver writes last is written to that folder.
  const ended = once(driver, 'exit');
  const end = async () => {
    driver.kill();
    screen.kill();
    await ended;
    rmSync(downloads, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    for (let attempt = 0; ; attempt += 1) {
      const ready = await fetch(`${address}/status`).catch(() => null);
      if (ready?.ok) break;
      if (attempt > 100) throw new Error('WebKitWebDriver does not answer');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          timeouts: { script: patience, pageLoad: patience, implicit: 0 },
          'webkitgtk:browserOptions': {
            binary,
            args: ['--automation'],
          },
        },
      },
    });
    const session = `/session/${sessionId}`;
    await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 1100 });
    const find = async (using: 'css selector' | 'xpath', value: string) => {
      const found = await send<ElementReference>('POST', `${session}/element`, { using, value });
      return `${session}/element/${found[elementKey]}`;
    };
    return {
      downloads,
      goto: (url) => send('POST', `${session}/url`, { url }),
      async evaluate(run, argument) {
        const script = `const [argument, answer] = arguments;
          Promise.resolve(argument).then(${String(run)}).then(
            (value) => answer({ value }),
            (error) => answer({ error: String(error) }),
          );`;
        const { value, error } = await send<{ value: never; error?: string }>(
          'POST',
          `${session}/execute/async`,
          { script, args: [argument ?? null] },
        );
        if (error !== undefined) throw new Error(error);
        return value;
      },
      async choose(input, paths) {
        const element = await find('css selector', input);
        await send('POST', `${element}/value`, { text: paths.join('\n') });
      },
      click: async (xpath) => send('POST', `${await find('xpath', xpath)}/click`, {}),
      press: (key) =>
        send('POST', `${session}/actions`, {
          actions: [
            {
              type: 'key',
              id: 'keyboard',
              actions: [
                { type: 'keyDown', value: keys[key] },
                { type: 'keyUp', value: keys[key] },
              ],
            },
          ],
        }),
      screenshot: async () =>
        Buffer.from(await send<string>('GET', `${session}/screenshot`), 'base64'),
      async close() {
        await send('DELETE', session).catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}
