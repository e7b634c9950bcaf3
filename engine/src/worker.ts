import { toEngineError } from './errors.ts';
import type { Reply, Request } from './messages.ts';
import { inspectFile } from './inspect.ts';
import { runPipeline } from './pipeline.ts';

const scope = globalThis as unknown as DedicatedWorkerGlobalScope;

function send(reply: Reply): void {
  scope.postMessage(reply);
}

function handle(request: Request) {
  const { id, file, name } = request;
  if (request.kind === 'inspect') return inspectFile(file, name, request.options);
  return runPipeline(file, name, request.options, {
    onProgress: (fraction) => send({ kind: 'progress', id, fraction }),
    onDeadline: (seconds) => send({ kind: 'deadline', id, seconds }),
  });
}

// An error thrown in an async handler never reaches the page by itself, so everything is caught here.
async function answer({ data }: MessageEvent<Request>): Promise<void> {
  try {
    send({ kind: 'done', id: data.id, result: await handle(data) });
  } catch (error) {
    const { code, message, feature, fits } = toEngineError(error, 'corrupt-file');
    send({ kind: 'failed', id: data.id, failure: { code, message, feature, fits } });
  }
}

scope.addEventListener('message', (event) => void answer(event));
