import type { ErrorAnswer } from '@stillpix/contract';
import { eitherSignal } from './either-signal.ts';
import { countSent } from './sent-bytes.ts';

/** Where sign-in stores its token. Only the server can tell whether it is valid. */
export const tokenKey = 'auth_token';

/** The server refused the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly answer: Partial<ErrorAnswer>;

  constructor(status: number, answer: Partial<ErrorAnswer>, text: string) {
    super(`${status}: ${answer.error ?? text}`);
    this.name = 'ApiError';
    this.status = status;
    this.answer = answer;
  }
}

interface RequestOptions {
  method?: string;
  body?: unknown;
  signal?: AbortSignal;
  /** Lets the request outlive the page: for reports sent when a batch ends. */
  keepalive?: boolean;
}

/** Time limit for an answer, in milliseconds. */
const patience = 10_000;

/**
 * One call of our own API, with JSON both ways and the bearer token if there is one. Rejects with
 * `ApiError` when the server refuses, and with whatever `fetch` throws when it cannot be reached.
 */
export async function requestJson<T>(path: string, options: RequestOptions): Promise<T> {
  const { method = options.body === undefined ? 'GET' : 'POST', body, signal, keepalive } = options;
  const token = readToken();
  const timeout = AbortSignal.timeout(patience);
  const text = body === undefined ? undefined : JSON.stringify(body);
  countSent(text);
  const response = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(text === undefined ? {} : { body: text }),
    ...(keepalive === undefined ? {} : { keepalive }),
    signal: signal === undefined ? timeout : eitherSignal(signal, timeout),
  });
  const said = await response.text();
  const answer = parseJson(said);
  if (!response.ok) throw new ApiError(response.status, answer ?? {}, said);
  return answer as T;
}

export function readToken(): string | null {
  try {
    return localStorage.getItem(tokenKey);
  } catch {
    // Storage can be forbidden; then the visitor is not signed in.
    return null;
  }
}

function parseJson(text: string): object | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' ? parsed : null;
  } catch {
    return null;
  }
}
