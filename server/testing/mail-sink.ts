import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail server on loopback that keeps what it gets, and can be told to refuse. */
export async function startMailSink(port = 0) {
  const received: string[] = [];
  const sink = { received, refuse: false, port: 0, stop: async () => {} };
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (sink.refuse) {
          done(Object.assign(new Error('try again later'), { responseCode: 451 }));
          return;
        }
        received.push(Buffer.concat(chunks).toString());
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  sink.port = (server.server.address() as AddressInfo).port;
  sink.stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return sink;
}

export type MailSink = Awaited<ReturnType<typeof startMailSink>>;
