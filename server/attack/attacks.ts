import { createHmac, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type Endpoint, endpoints } from '@stillpix/contract';
import { startServer } from '../testing/server-process.ts';
import { password, type Target } from './target.ts';

export interface Attack {
  name: string;
  /** Resolves with what was seen, or throws what got through. */
  run: (target: Target) => Promise<string>;
}

const table: Endpoint[] = Object.values(endpoints);
const newEmail = () => `${randomUUID()}@example.com`;

/** What an attack must not achieve. */
function require(held: boolean, otherwise: string): asserts held {
  if (!held) throw new Error(otherwise);
}

async function register(target: Target): Promise<{ email: string; token: string }> {
  const email = newEmail();
  const { status, body } = await target.ask('/api/auth/register', { body: { email, password } });
  require(status === 200, `could not register: ${status}`);
  return { email, token: body.token as string };
}

function countStatuses(answers: { status: number }[]): string {
  const counts = new Map<number, number>();
  for (const { status } of answers) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const forgedTokens: Attack = {
  name: 'forged tokens',
  async run(target) {
    const { token } = await register(target);
    const [head = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const asPro = base64({ ...claims, isPro: 'true' });
    const sign = (secret: string, text: string) =>
      createHmac('sha256', secret).update(text).digest('base64url');
    const forged = [
      `${base64({ alg: 'none' })}.${payload}.`,
      `${base64({ alg: 'none' })}.${asPro}.${signature}`,
      `${head}.${asPro}.${signature}`,
      ...['', 'secret', 'undefined'].map(
        (key) => `${head}.${asPro}.${sign(key, `${head}.${asPro}`)}`,
      ),
      `${token}x`,
      token.slice(0, -2),
    ];
    for (const one of forged) {
      const { status } = await target.ask('/api/auth/user', { token: one });
      require(status === 401, `${one.slice(0, 40)}… was taken: ${status}`);
      const { body } = await target.ask('/api/verify-pro', { token: one });
      require(body.isPro !== true, 'a forged token is Pro');
    }
    return `${forged.length} refused`;
  },
};

const claimedPro: Attack = {
  name: 'Pro by claim',
  async run(target) {
    const { token, email } = await register(target);
    for (const query of ['pro_test=true', 'verify_pro=true', `test_email=${email}`]) {
      const { body } = await target.ask(`/api/verify-pro?${query}`, { token });
      require(body.isPro !== true, `?${query} gives Pro`);
    }
    const asked = { action: 'convert', fileCount: 20, isPro: true, conversionKey: randomUUID() };
    const { body } = await target.ask('/api/validate-features', { body: asked, token });
    require(body.allowed !== true && body.maxFiles === 5, 'twenty files without Pro');
    return 'still 5 files';
  },
};

const endlessBodies: Attack = {
  name: 'bodies without an end',
  async run(target) {
    const before = target.usage()?.megabytes ?? 0;
    const paths = [
      ...table.filter(({ body }) => body).map(({ path }) => path),
      '/api/stripe/webhook',
    ];
    const piece = Buffer.alloc(65_536, 0x20);
    const maxSent = 32 * 1024 * 1024;
    for (const path of paths) {
      const socket = await target.open();
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: here\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
      );
      const received: string[] = [];
      socket.on('data', (chunk: Buffer) => received.push(chunk.toString()));
      for (
        let sent = 0;
        sent < maxSent && socket.writable && received.length === 0;
        sent += piece.length
      ) {
        const head = `${piece.length.toString(16)}\r\n`;
        await new Promise((resolve) =>
          socket.write(Buffer.concat([Buffer.from(head), piece, Buffer.from('\r\n')]), resolve),
        );
      }
      socket.destroy();
      const answer = received.join('');
      require(/^(?:HTTP\/1\.1 413|$)/.test(answer), `${path}: ${answer.slice(0, 40)}`);
    }
    const after = target.usage()?.megabytes ?? 0;
    require(after - before < 150, `memory grew by ${Math.round(after - before)} MB`);
    return `${paths.length} paths, ${Math.round(after - before)} MB more`;
  },
};

const slowAndIdle: Attack = {
  name: 'slow and idle connections',
  async run(target) {
    const sockets = await Promise.all(Array.from({ length: 400 }, () => target.open()));
    for (const socket of sockets.slice(0, 200)) {
      socket.write('POST /api/auth/login HTTP/1.1\r\nHost: here\r\nX-Slow: ');
    }
    const { status } = await target.ask('/healthz');
    for (const socket of sockets) socket.destroy();
    require(status === 200, `others are not served: ${status}`);
    return '400 held, others served';
  },
};

const brokenRequests: Attack = {
  name: 'smuggled and broken requests',
  async run(target) {
    const requests = [
      'POST /api/auth/login HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx',
      'GET / HTTP/1.1\r\nHost: a\r\n Folded: x\r\n\r\n',
      `GET / HTTP/1.1\r\nHost: a\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`,
      `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
    ];
    for (const one of requests) {
      const status = /^HTTP\/1\.1 (\d+)/.exec(await target.sendRaw(one))?.[1] ?? 'reset';
      require(/^(?:4\d\d|reset)$/.test(status), `${one.slice(0, 30)}…: ${status}`);
    }
    return `${requests.length} refused`;
  },
};

const hiddenFiles: Attack = {
  name: 'files outside the site',
  async run(target) {
    const secret = JSON.parse(readFileSync(join(target.folder, 'secrets.json'), 'utf8')) as {
      sessionSecret: string;
    };
    const paths = ['secrets.json', 'package.json', 'etc/passwd', '.env', '.git/config'].flatMap(
      (name) => [
        `/${name}`,
        `/../../${name}`,
        `/..%2f..%2f${name}`,
        `/assets/%2e%2e/%2e%2e/${name}`,
        `/..%5c..%5c${name}`,
        `/%00${name}`,
        `//${name}`,
      ],
    );
    for (const path of paths) {
      const answer = await target.sendRaw(
        `GET ${path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n`,
      );
      require(!answer.includes(secret.sessionSecret), `${path} tells the secret`);
      require(/^HTTP\/1\.1 (?:[34]\d\d)/.test(answer), `${path}: ${answer.slice(0, 40)}`);
    }
    return `${paths.length} paths, none served`;
  },
};

const oneAddressAtOnce: Attack = {
  name: 'one address registered 100 times at once',
  async run(target) {
    const body = { email: newEmail(), password };
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => target.ask('/api/auth/register', { body })),
    );
    const made = answers.filter(({ status }) => status === 200).length;
    require(made === 1, `${made} were made: ${countStatuses(answers)}`);
    return countStatuses(answers);
  },
};

const guessedPasswords: Attack = {
  name: 'passwords guessed from one address',
  async run(target) {
    const { email } = await register(target);
    const address = '198.51.100.66';
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        target.ask('/api/auth/login', { body: { email, password: `guess-${n}` }, address }),
      ),
    );
    const tried = answers.filter(({ status }) => status === 401).length;
    require(tried <= 30, `${tried} guesses were looked at`);
    require(!answers.some(({ status }) => status >= 500), countStatuses(answers));
    return countStatuses(answers);
  },
};

const toldAccounts: Attack = {
  name: 'who has an account',
  async run(target) {
    const { email } = await register(target);
    for (const path of ['/api/auth/forgot-password', '/api/auth/check-account']) {
      const known = await target.ask(path, { body: { email } });
      const unknown = await target.ask(path, { body: { email: newEmail() } });
      const same = JSON.stringify(known.body) === JSON.stringify(unknown.body);
      require(known.status === unknown.status && same, `${path} tells who is known`);
    }
    return 'both answers alike';
  },
};

const foreignHost: Attack = {
  name: 'another host in the links of mails',
  async run(target) {
    const { email } = await register(target);
    const sent = await target.sendRaw(
      [
        'POST /api/auth/forgot-password HTTP/1.1',
        'Host: evil.example',
        'X-Forwarded-Host: evil.example',
        'Content-Type: application/json',
        `Content-Length: ${JSON.stringify({ email }).length}`,
        'Connection: close',
        '',
        JSON.stringify({ email }),
      ].join('\r\n'),
    );
    require(sent.startsWith('HTTP/1.1 200'), sent.slice(0, 40));
    const mail = await waitForMail(target, email, '/reset-password?');
    require(!mail.includes('evil.example'), 'a mail leads to evil.example');
    return 'the link leads home';
  },
};

/** The newest mail on the disk to an address with some text in it; it is written soon after the answer. */
async function waitForMail(target: Target, email: string, part: string): Promise<string> {
  const outbox = join(target.folder, 'outbox');
  for (let attempt = 0; attempt < 100; attempt++) {
    const mails = existsSync(outbox)
      ? readdirSync(outbox).map((name) =>
          // Quoted-printable (RFC 2045, section 6.7) breaks long lines.
          readFileSync(join(outbox, name), 'utf8').replaceAll('=\r\n', ''),
        )
      : [];
    const found = mails.findLast((mail) => mail.includes(email) && mail.includes(part));
    if (found !== undefined) return found;
    await setTimeout(100);
  }
  throw new Error(`no mail to ${email}`);
}

const nonsense: Attack = {
  name: 'nonsense to every endpoint',
  async run(target) {
    const deep = '['.repeat(4000) + ']'.repeat(4000);
    const values = [
      null,
      [],
      'x',
      -1,
      { $ne: null },
      "'; drop table users; --",
      '\u0000',
      '🙂'.repeat(900),
    ];
    let asked = 0;
    const paths = table.filter(({ body }) => body !== undefined);
    for (const { path, method, body: schema } of paths) {
      const fields = Object.keys(schema?.shape ?? {});
      const bodies = [
        deep,
        '{',
        '{"__proto__":{"isPro":true}}',
        ...values.map((value) => Object.fromEntries(fields.map((field) => [field, value]))),
      ];
      for (const body of bodies) {
        const { status } = await target.ask(path, { method: method.toUpperCase(), body });
        asked++;
        require(status < 500 ||
          status === 503, `${path} ${JSON.stringify(body).slice(0, 60)}: ${status}`);
      }
    }
    return `${asked} requests, no crash`;
  },
};

const forgedWebhook: Attack = {
  name: 'forged webhooks',
  async run(target) {
    const event = JSON.stringify({
      id: 'evt_1',
      type: 'customer.subscription.updated',
      data: { object: { customer: 'cus_1' } },
    });
    const now = Math.floor(Date.now() / 1000);
    const sign = (time: number, key: string) =>
      `t=${time},v1=${createHmac('sha256', key).update(`${time}.${event}`).digest('hex')}`;
    const signatures = [
      '',
      't=0,v1=',
      sign(now, ''),
      sign(now, 'whsec_'),
      sign(now - 3600, 'whsec_attack'),
    ];
    for (const signature of signatures) {
      const headers = { 'stripe-signature': signature };
      const { status } = await target.ask('/api/stripe/webhook', { body: event, headers });
      require(status === 400, `${signature.slice(0, 30)}: ${status}`);
    }
    return `${signatures.length} refused`;
  },
};

const otherOrigins: Attack = {
  name: 'other origins and borrowed addresses',
  async run(target) {
    for (const origin of ['https://evil.example', 'null', `${target.url}.evil.example`]) {
      const { headers } = await target.ask('/api/flags', { headers: { origin } });
      require(headers.get('access-control-allow-origin') === null, `${origin} may read answers`);
    }
    const { status } = await target.ask('/metrics', { address: '127.0.0.1' });
    require(status === 403, 'metrics are open to who says that he is the machine');
    return 'none let in';
  },
};

const secondProcess: Attack = {
  name: 'a second process on one data folder',
  async run(target) {
    const outcome = await startServer({ DATA_DIR: target.folder }).then(
      async (server) => {
        await server.stop();
        return 'started';
      },
      (error: unknown) => String(error),
    );
    require(/Another process is using/.test(outcome), 'it started');
    return 'refused';
  },
};

const killedWhileWriting: Attack = {
  name: 'kill -9 while it writes',
  async run(target) {
    const people: string[] = [];
    for (let round = 0; round < 3; round++) {
      const write = async () => {
        for (;;) {
          const email = newEmail();
          const answer = await target
            .ask('/api/auth/register', { body: { email } })
            .catch(() => null);
          if (answer === null) return;
          if (answer.status === 200) people.push(email);
        }
      };
      const enough = people.length + 20;
      const hands = [write(), write(), write(), write()];
      while (people.length < enough) await new Promise((resolve) => setImmediate(resolve));
      await target.kill();
      await Promise.all(hands);
      await target.restart();
    }
    const again = await Promise.all(
      people.map((email) => target.ask('/api/auth/register', { body: { email, password } })),
    );
    const lost = again.filter(({ status }) => status === 200).length;
    require(lost === 0, `${lost} of ${people.length} are gone`);
    return `3 kills, all ${people.length} there`;
  },
};

/** In this order; the last two start and end processes, so they come last. */
export const attacks: readonly Attack[] = [
  forgedTokens,
  claimedPro,
  endlessBodies,
  slowAndIdle,
  brokenRequests,
  hiddenFiles,
  oneAddressAtOnce,
  guessedPasswords,
  toldAccounts,
  foreignHost,
  nonsense,
  forgedWebhook,
  otherOrigins,
  secondProcess,
  killedWhileWriting,
];
