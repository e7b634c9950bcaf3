import type { z } from 'zod';
import { accountsEndpoints } from './endpoints/accounts.ts';
import { billingEndpoints } from './endpoints/billing.ts';
import type { Endpoint } from './endpoints/endpoint.ts';
import { siteEndpoints } from './endpoints/site.ts';
import { usageEndpoints } from './endpoints/usage.ts';

export type { Access, Endpoint } from './endpoints/endpoint.ts';

/** Every endpoint of the API, by name. Also the source of OpenAPI. */
export const endpoints = {
  ...accountsEndpoints,
  ...usageEndpoints,
  ...billingEndpoints,
  ...siteEndpoints,
} as const satisfies Record<string, Endpoint>;

export type EndpointName = keyof typeof endpoints;
type Schema<Name extends EndpointName, Part extends string> =
  (typeof endpoints)[Name] extends Record<Part, infer Found extends z.ZodType> ? Found : never;

/** The body of a call, as the caller sends it. */
export type BodyOf<Name extends EndpointName> = z.input<Schema<Name, 'body'>>;

/** The query parameters of a call, as the caller sends them. */
export type QueryOf<Name extends EndpointName> = z.input<Schema<Name, 'query'>>;

/** The answer to a successful call. */
export type AnswerOf<Name extends EndpointName> = z.output<(typeof endpoints)[Name]['answer']>;
