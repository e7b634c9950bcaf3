import { type Endpoint, endpoints, errorStatus } from '@stillpix/contract';
import { z } from 'zod';
import { version } from '../version.ts';

type Json = Record<string, unknown>;

/** Errors that any endpoint may return. */
const common = [
  'invalid-request',
  'too-many-requests',
  'internal-error',
  'database-unavailable',
] as const;

const errorSchema = {
  type: 'object',
  required: ['code', 'error', 'message', 'requestId'],
  properties: {
    code: { type: 'string', enum: Object.keys(errorStatus) },
    error: { type: 'string', description: 'English words for a person; translate by code' },
    message: { type: 'string' },
    requestId: { type: 'string' },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'What is wrong with which field',
    },
    retryAfter: { type: 'integer', description: 'Seconds to wait' },
  },
};

/** The contract as OpenAPI 3.1. */
export function describeApi(publicUrl: string): Json {
  const paths: Record<string, Json> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    for (const [index, path] of pathsOf(endpoint).entries()) {
      paths[path] ??= {};
      paths[path][endpoint.method] = describeCall(index === 0 ? name : `${name}Alias`, endpoint);
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Stillpix API',
      version,
      description:
        'Accounts, limits, usage and billing. Pictures are converted in the browser and never sent here.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: [
      { name: 'Accounts', description: 'Signing in, and what belongs to an account' },
      { name: 'Usage', description: 'What a caller may do and has done' },
      { name: 'Billing', description: 'Subscriptions to Pro' },
      { name: 'Site', description: 'What the site needs to know' },
    ],
    paths,
    components: {
      schemas: { Error: errorSchema },
      securitySchemes: { token: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

const pathsOf = (endpoint: Endpoint): string[] => [endpoint.path, ...(endpoint.aliases ?? [])];

function describeCall(operationId: string, endpoint: Endpoint): Json {
  const { query, body, access } = endpoint;
  const security = { public: [], optional: [{ token: [] }, {}], account: [{ token: [] }] }[access];
  return {
    operationId,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    security,
    ...(query === undefined ? {} : { parameters: describeQuery(query) }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: json(toSchema(body, 'input')) } }),
    responses: {
      '200': { description: 'Done', content: json(toSchema(endpoint.answer, 'output')) },
      ...describeErrors(endpoint),
    },
  };
}

function describeErrors(endpoint: Endpoint): Json {
  const codes = [
    ...endpoint.errors,
    ...common,
    ...(endpoint.access === 'account' ? (['not-signed-in'] as const) : []),
    ...(endpoint.body === undefined ? [] : (['not-json', 'body-too-large'] as const)),
  ];
  const byStatus = Map.groupBy(new Set(codes), (code) => String(errorStatus[code]));
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      { description: list.join(', '), content: json({ $ref: '#/components/schemas/Error' }) },
    ]),
  );
}

function describeQuery(query: z.ZodObject): Json[] {
  const schema = toSchema(query, 'input');
  const properties = (schema['properties'] ?? {}) as Record<string, unknown>;
  return Object.entries(properties).map(([name, one]) => ({
    name,
    in: 'query',
    required: false,
    schema: one,
  }));
}

const json = (schema: Json): Json => ({ 'application/json': { schema } });

function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
