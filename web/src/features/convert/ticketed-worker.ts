import { type SeenMessage, takeSeen } from '../../site/browser/seen-requests.ts';

/** A request with a number that its answer repeats. */
export type Ticketed<Request> = Request & { ticket: number };

export interface TicketedAnswer<Answer> {
  ticket: number;
  answer: Answer | null;
}

interface TicketedWorker<Request, Answer> {
  ask(request: Request): Promise<Answer | null>;
  /** Sends a message without an answer. A worker that was never started need not get it. */
  tell(message: object): void;
  /** Ends the worker. Pending requests get null, and the next one starts another worker. */
  stop: () => void;
}

/**
 * Sends requests to a worker, which the first request starts. If it cannot start or crashes, all
 * pending requests get null, and the next one starts another worker.
 */
export function createTicketedWorker<Request extends object, Answer>(
  start: () => Worker,
): TicketedWorker<Request, Answer> {
  let worker: Worker | null = null;
  let lastTicket = 0;
  const waiting = new Map<number, (answer: Answer | null) => void>();

  function forget(): void {
    for (const resolve of waiting.values()) resolve(null);
    waiting.clear();
    worker = null;
  }

  function startListening(): Worker {
    const started = start();
    started.addEventListener(
      'message',
      ({ data }: MessageEvent<TicketedAnswer<Answer> | SeenMessage>) => {
        if (takeSeen(data)) return;
        waiting.get(data.ticket)?.(data.answer);
        waiting.delete(data.ticket);
      },
    );
    started.addEventListener('error', forget);
    return started;
  }

  return {
    async ask(request) {
      try {
        worker ??= startListening();
      } catch {
        return null;
      }
      lastTicket += 1;
      const ticketed: Ticketed<Request> = { ...request, ticket: lastTicket };
      worker.postMessage(ticketed);
      return new Promise((resolve) => waiting.set(ticketed.ticket, resolve));
    },
    tell(message) {
      worker?.postMessage(message);
    },
    stop() {
      worker?.terminate();
      forget();
    },
  };
}
