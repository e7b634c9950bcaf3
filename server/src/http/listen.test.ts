import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { listen } from './listen.ts';

const answer = () => new Response('here');
const host = '127.0.0.1';

test('a port that is in use is refused by its name', async () => {
  const { port, close } = await listen(answer, 0, host);
  await expect(listen(answer, port, host)).rejects.toThrow(
    new RegExp(`PORT: .*in use.*${port}.*Example: PORT=`),
  );
  await close(1000);
});

// An address of documentation (RFC 5737), which no machine has.
test.each(['192.0.2.1', 'no-such-host.invalid'])(
  '%s, where this machine cannot listen, is refused by its name',
  async (name) => {
    await expect(listen(answer, 0, name)).rejects.toThrow(/HOST: .*Example: HOST=/);
  },
);

test.each([
  ['headers', 'GET / HTTP/1.1\r\nHost: here\r\nX-Slow: '],
  ['body', 'POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nslow\r\n'],
])('a client that never ends its %s is let go', async (_, beginning) => {
  const read = async (asked: Request) => new Response(await asked.text());
  const { port, close } = await listen(read, 0, host, { headers: 50, request: 100, silence: 1000 });
  const socket = connect(port, host);
  socket.write(beginning);
  expect(await text(socket)).toMatch(/^HTTP\/1.1 408 /);
  await close(60_000);
});

test('a client that never reads its answer is let go, and one that reads slowly is not', async () => {
  // More than the systems on both sides keep for a connection.
  const large = new Uint8Array(64 * 1024 * 1024);
  const patience = { headers: 1000, request: 1000, silence: 300 };
  const { port, close } = await listen(() => new Response(large), 0, host, patience);
  const fetchLarge = () => {
    const socket = connect(port, host).pause();
    socket.on('error', () => {});
    socket.write('GET / HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n');
    return socket;
  };
  const silent = fetchLarge();
  const step = 4 * 1024 * 1024;
  let read = 0;
  let pauses = 0;
  for await (const chunk of fetchLarge()) {
    read += (chunk as Buffer).byteLength;
    if (read < (pauses + 1) * step) continue;
    pauses++;
    await setTimeout(100);
  }
  expect(read).toBeGreaterThan(large.byteLength);
  const received = await text(silent).catch(() => 'cut');
  expect(received.length).toBeLessThan(large.byteLength);
  await close(1000);
}, 20_000);

/** One request on a connection that is to be kept; `close` when the server said it will not. */
async function ask(port: number, agent: Agent): Promise<string | undefined> {
  const sent = request({ port, host, agent }).end();
  const [response] = await once(sent, 'response');
  expect(await text(response)).toBe('here');
  return response.headers.connection;
}

test('who closes lets connections go that wait, also those that never said a word', async () => {
  const agent = new Agent({ keepAlive: true });
  const { port, close } = await listen(answer, 0, host);
  const silent = connect(port, host).resume();
  await once(silent, 'connect');
  expect(await ask(port, agent)).toBe('keep-alive');
  await Promise.all([close(60_000), once(silent, 'close')]);
});

test('a connection that waits may bring one more request, and no other', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { port, close } = await listen(answer, 0, host);
  expect(await ask(port, agent)).toBe('keep-alive');
  const closed = close(60_000);
  expect(await ask(port, agent)).toBe('close');
  await closed;
  await expect(ask(port, agent)).rejects.toThrow('ECONNREFUSED');
});

test('an answer that is under way arrives, and is the last of its connection', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = async () => {
    arrive();
    await released;
    return new Response('here');
  };
  const { port, close } = await listen(slow, 0, host);
  const asked = ask(port, agent);
  await arrived;
  const closed = close(60_000);
  release();
  expect(await asked).toBe('close');
  await closed;
});

/** Once it may, connects and asks; says that it is connected, and later what it was answered. */
const lateClient = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { port, host, state } = workerData;
  parentPort.postMessage('here');
  Atomics.wait(state, 0, 0);
  const socket = require('node:net').connect(port, host, () => {
    socket.write('GET / HTTP/1.1\\r\\nHost: here\\r\\n\\r\\n');
    Atomics.store(state, 0, 2);
    Atomics.notify(state, 0);
  });
  socket.on('data', (answer) => parentPort.postMessage(answer.toString()));
  socket.on('error', ({ code }) => parentPort.postMessage(code));
`;

test('a connection that the system took while the server was busy is answered, too', async () => {
  const state = new Int32Array(new SharedArrayBuffer(4));
  const busy = () => {
    if (Atomics.compareExchange(state, 0, 0, 1) === 0) {
      Atomics.notify(state, 0);
      Atomics.wait(state, 0, 1);
    }
    return new Response('here');
  };
  const { port, close } = await listen(busy, 0, host);
  const worker = new Worker(lateClient, { eval: true, workerData: { port, host, state } });
  await once(worker, 'message');
  const socket = connect(port, host);
  await once(socket, 'connect');
  const answered = once(worker, 'message');
  // In the phase of timers, so that the request is read between this and what an immediate does.
  await setTimeout(1);
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n');
  const closed = close(60_000);
  expect(await answered).toEqual([expect.stringContaining('200 OK')]);
  await closed;
  await worker.terminate();
});
