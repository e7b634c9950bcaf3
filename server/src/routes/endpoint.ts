import { type Endpoint, type EndpointName, endpoints } from '@stillpix/contract';
import type { Context } from 'hono';
import type { z } from 'zod';
import type { Caller, SignedInCaller } from '../accounts/caller.ts';
import { isReferenceViolation } from '../database/failures.ts';
import type { Services } from '../services.ts';
import { ApiError } from '../api-error.ts';
import type { App, AppEnvironment, RequestFacts } from '../http/environment.ts';

type Table = typeof endpoints;
type OutputOf<Name extends EndpointName, Part extends 'body' | 'query'> =
  Table[Name] extends Record<Part, infer Schema extends z.ZodType> ? z.output<Schema> : undefined;
type CallerOf<Name extends EndpointName> = Table[Name]['access'] extends 'account'
  ? SignedInCaller
  : Table[Name]['access'] extends 'optional'
    ? Caller
    : null;

interface Call<Name extends EndpointName> {
  body: OutputOf<Name, 'body'>;
  query: OutputOf<Name, 'query'>;
  caller: CallerOf<Name>;
  facts: RequestFacts;
}

export type Handler<Name extends EndpointName> = (
  call: Call<Name>,
  services: Services,
) => Promise<z.input<Table[Name]['answer']>>;

/**
 * Serves one endpoint of the contract: identifies the caller, validates the request, checks limits,
 * and calls the handler. Also validates the answer if the services say so (in tests).
 */
export function serve<Name extends EndpointName>(
  app: App,
  services: Services,
  name: Name,
  handler: Handler<Name>,
): void {
  const endpoint: Endpoint = endpoints[name];

  async function respond(context: Context<AppEnvironment>): Promise<Response> {
    context.set('route', name);
    const facts: RequestFacts = {
      requestId: context.get('requestId'),
      address: context.get('address'),
      userAgent: context.get('userAgent'),
      acceptLanguage: context.get('acceptLanguage'),
    };
    const caller =
      endpoint.access === 'public'
        ? null
        : await services.sessions.identify(context.req.header('authorization'));
    if (endpoint.access === 'account' && caller === null) throw new ApiError('not-signed-in');
    if (caller !== null) context.set('userId', caller.userId);
    const body = endpoint.body === undefined ? undefined : await readBody(context, endpoint.body);
    const query =
      endpoint.query === undefined ? undefined : check(endpoint.query, context.req.query());
    await services.limits.spend(name, {
      address: facts.address,
      userId: caller?.userId,
      email: textOf(body, 'email') ?? textOf(body, 'newEmail'),
      device: textOf(body, 'device'),
    });
    const call = { body, query, caller, facts } as unknown as Call<Name>;
    const answer: unknown = await handler(call, services).catch(refuseWithoutAccount);
    if (services.checkAnswers) endpoint.answer.parse(answer);
    return context.json(answer as object, 200, { 'cache-control': 'no-store' });
  }

  for (const path of [endpoint.path, ...(endpoint.aliases ?? [])]) {
    app.on(endpoint.method.toUpperCase(), path, respond);
  }
}

/** The account was deleted during another request of its owner, whose changes are rolled back. */
function refuseWithoutAccount(error: unknown): never {
  throw isReferenceViolation(error) ? new ApiError('not-signed-in') : error;
}

function textOf(body: Record<string, unknown> | undefined, name: string): string | undefined {
  const value = body?.[name];
  return typeof value === 'string' ? value : undefined;
}

async function readBody(
  context: Context<AppEnvironment>,
  schema: z.ZodObject,
): Promise<Record<string, unknown>> {
  const type = context.req.header('content-type') ?? '';
  if (!/^application\/json\s*(?:;|$)/i.test(type)) throw new ApiError('not-json');
  let value: unknown;
  try {
    value = JSON.parse(await context.req.text());
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError('invalid-request', { fields: { body: 'is not valid JSON' } });
  }
  return check(schema, value);
}

function check(schema: z.ZodObject, value: unknown): Record<string, unknown> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    fields[issue.path.join('.') || 'body'] ??= issue.message;
  }
  throw new ApiError('invalid-request', { fields });
}
