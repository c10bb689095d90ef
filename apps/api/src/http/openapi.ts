import { ENDPOINTS, type Endpoint, RATE_LIMITS, refusalSchema } from '@portal/contracts';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Handlers } from './implement.ts';

/** Serves the document; it is the same as long as the process runs, and anybody may ask for it. */
export function openApiHandlers(config: Pick<Config, 'baseUrl'>): Handlers<'getOpenApi'> {
  let document: Record<string, unknown> | undefined;
  return {
    getOpenApi() {
      document ??= openApiDocument(config.baseUrl);
      return document;
    },
  };
}

/** The contract table as an OpenAPI 3.1 document. */
export function openApiDocument(baseUrl: string): Record<string, unknown> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const endpoint of Object.values<Endpoint>(ENDPOINTS)) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
    paths[path] ??= {};
    (paths[path] as Record<string, unknown>)[endpoint.method.toLowerCase()] = operation(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Preisportal', version: '1' },
    servers: [{ url: baseUrl }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Refusal: schema(refusalSchema, 'output') },
    },
    paths,
  };
}

const TOO_MANY = {
  description: 'Too many such calls within a minute, or no room for one more at this moment; nothing was done',
  headers: {
    'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer', minimum: 1 } },
  },
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
};

function operation(endpoint: Endpoint): Record<string, unknown> {
  const json = endpoint.answerKind === 'binary' ? {} : { 'application/json': endpoint.answer };
  const media: Record<string, z.ZodType> = { ...json, ...endpoint.media };
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.rate ? { 'x-rate-limit': { kind: endpoint.rate, ...RATE_LIMITS[endpoint.rate] } } : {}),
    ...(endpoint.access.kind === 'public' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: {
      200: {
        description: endpoint.summary,
        content: Object.fromEntries(
          Object.entries(media).map(([type, answer]) => [type, { schema: schema(answer, 'output') }]),
        ),
      },
      ...(endpoint.rate ? { 429: TOO_MANY } : {}),
      default: {
        description: 'Refusal with reason and German message',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
      },
    },
  };
}

function requestBody({ body, upload }: Endpoint): { requestBody?: object } {
  if (!body) return {};
  if (upload === undefined) {
    return { requestBody: { required: true, content: { 'application/json': { schema: schema(body, 'input') } } } };
  }
  const fields = schema(body, 'input') as { properties?: object; required?: string[] };
  const multipart = {
    ...fields,
    properties: { ...fields.properties, [upload]: { type: 'string', format: 'binary' } },
    required: [...(fields.required ?? []), upload],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: multipart } } } };
}

function parameters(fields: z.ZodType | undefined, place: 'path' | 'query') {
  if (!fields) return [];
  const { properties = {}, required = [] } = schema(fields, 'input') as { properties?: object; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: value,
  }));
}

function schema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, { io, unrepresentable: 'any' });
  return rest;
}
