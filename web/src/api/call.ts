import type { AnswerOf, BodyOf, EndpointName, QueryOf } from '@stillpix/contract';
import { routes } from '@stillpix/contract/routes';
import { requestJson } from './request.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Lets the request outlive the page: for reports sent when a batch ends. */
  keepalive?: boolean;
}

/** Nothing where an endpoint takes no body; optional where an empty one would do. */
type BodyArguments<Name extends EndpointName> = [BodyOf<Name>] extends [never]
  ? [body?: undefined, options?: CallOptions]
  : [body: BodyOf<Name>, options?: CallOptions];

/**
 * Asks one route of the API: what goes and what comes is typed by the contract. Rejects with
 * `ApiError` when the server refuses and with whatever `fetch` throws when it cannot be reached.
 */
export function call<Name extends EndpointName>(
  name: Name,
  ...[body, options = {}]: BodyArguments<Name>
): Promise<AnswerOf<Name>> {
  const { method, path } = routes[name];
  return requestJson<AnswerOf<Name>>(path, {
    ...options,
    method: method.toUpperCase(),
    ...(body === undefined ? {} : { body }),
  });
}

/** The address of a GET route with its query: the key of a query (`use-answer.ts`). */
export function addressOf<Name extends EndpointName>(name: Name, query?: QueryOf<Name>): string {
  const asked = new URLSearchParams(query as Record<string, string> | undefined).toString();
  return asked === '' ? routes[name].path : `${routes[name].path}?${asked}`;
}
