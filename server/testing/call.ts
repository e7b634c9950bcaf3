import { randomAddress } from './test-server.ts';

export interface HttpAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  body: any;
}

/** One call of a real server by HTTP, from a network address of its own behind a trusted proxy. */
export async function call(
  url: string,
  path: string,
  options: { body?: unknown; token?: string; address?: string; timeout?: number } = {},
): Promise<HttpAnswer> {
  const { body, token, address = randomAddress(), timeout = 15_000 } = options;
  const response = await fetch(url + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'x-forwarded-for': address,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    signal: AbortSignal.timeout(timeout),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, body: isJson ? JSON.parse(text) : text };
}
