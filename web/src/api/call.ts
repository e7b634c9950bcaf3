import type { AnswerOf, BodyOf, EndpointName, QueryOf } from '@stillpix/contract';
import { routes } from '@stillpix/contract/routes';
import { requestJson } from './request.ts';

interface CallOptions {
  signal?: AbortSignal;
  /** Lets the request outlive the page: for reports sent when a batch ends. */
  keepalive?: boolean;
}

/** No argument for an endpoint without a body; optional if an empty body would do. */
type BodyArguments<Name extends EndpointName> = [BodyOf<Name>] extends [never]
  ? [body?: undefined, options?: CallOptions]
  : [body: BodyOf<Name>, options?: CallOptions];

/**
 * Calls one route of the API. The contract types request and response. Rejects with `ApiError` when
 * the server refuses, and with whatever `fetch` throws when it cannot be reached.
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

/** The address of a GET route with its query. Used as the key of a query (`use-answer.ts`). */
export function addressOf<Name extends EndpointName>(name: Name, query?: QueryOf<Name>): string {
  const asked = new URLSearchParams(query as Record<string, string> | undefined).toString();
  return asked === '' ? routes[name].path : `${routes[name].path}?${asked}`;
}
