import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { closeGracefully, listen } from './listen.ts';

const answer = () => new Response('here');

test('a port that is in use is refused by its name', async () => {
  const first = await listen(answer, 0, '127.0.0.1');
  const { port } = first.address() as AddressInfo;
  await expect(listen(answer, port, '127.0.0.1')).rejects.toThrow(
    new RegExp(`PORT: .*in use.*${port}.*Example: PORT=`),
  );
  await closeGracefully(first, 1000);
});

// An address of documentation (RFC 5737), which no machine has.
test.each(['192.0.2.1', 'no-such-host.invalid'])(
  '%s, where this machine cannot listen, is refused by its name',
  async (host) => {
    await expect(listen(answer, 0, host)).rejects.toThrow(/HOST: .*Example: HOST=/);
  },
);
