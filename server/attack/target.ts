import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type ServerProcess, startServer } from '../testing/server-process.ts';

interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of every shape are looked into
  body: any;
}

export const password = 'Correct-Horse-7-Battery';

/** A product of its own, on a database of its own, on loopback: nothing else is ever attacked. */
export interface Target {
  url: string;
  /** Where its database, its secrets and its mails are. */
  folder: string;
  output(): string;
  ask(path: string, options?: AskOptions): Promise<Answer>;
  /** Writes bytes as they are and resolves with all that comes back until the server closes. */
  sendRaw(bytes: string): Promise<string>;
  open(): Promise<Socket>;
  /** Megabytes of memory in use, and open files; `null` where the system does not tell. */
  usage(): { megabytes: number; files: number } | null;
  kill(): Promise<void>;
  restart(): Promise<void>;
  end(): Promise<void>;
}

interface AskOptions {
  method?: string;
  body?: unknown;
  token?: string;
  /** Whose address a trusted proxy names; another one each time unless said. */
  address?: string;
  headers?: Record<string, string>;
}

let asked = 0;
const nextAddress = () => `198.18.${(++asked >> 8) & 255}.${asked & 255}`;

export async function startTarget(): Promise<Target> {
  const folder = mkdtempSync(join(tmpdir(), 'stillpix-attack-'));
  const settings = {
    DATA_DIR: folder,
    TRUSTED_PROXIES: '127.0.0.1',
    // Only so that the webhook is there; nothing listens at that address.
    STRIPE_SECRET_KEY: 'sk_test_attack',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_attack',
    STRIPE_WEBHOOK_SECRET: 'whsec_attack',
    STRIPE_API_URL: 'http://127.0.0.1:9',
  };
  let server: ServerProcess = await startServer(settings);
  let written = '';

  async function open(): Promise<Socket> {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    // A reset is one of the answers that are looked for.
    socket.on('error', () => socket.destroy());
    await once(socket, 'connect');
    return socket;
  }

  return {
    get url() {
      return server.url;
    },
    folder,
    output: () => written + server.output(),
    async ask(path, { method, body, token, address = nextAddress(), headers } = {}) {
      const response = await fetch(server.url + path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'),
        headers: {
          'x-forwarded-for': address,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...headers,
        },
        signal: AbortSignal.timeout(30_000),
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const received = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json') === true;
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? JSON.parse(received) : received,
      };
    },
    async sendRaw(bytes) {
      const socket = await open();
      socket.write(bytes);
      return text(socket).catch(() => '');
    },
    open,
    usage: () => readUsage(server.pid),
    async kill() {
      written += server.output();
      await server.stop('SIGKILL');
    },
    async restart() {
      server = await startServer(settings);
    },
    async end() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** From the process file system of Linux. */
function readUsage(pid: number): { megabytes: number; files: number } | null {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1]);
    return { megabytes: kilobytes / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
  } catch {
    return null;
  }
}
