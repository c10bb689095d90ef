import { COSTS, ENDPOINTS, type Endpoint, refusalSchema } from '@portal/contracts';
import { z } from 'zod';
import type { Config } from '../config.ts';
import type { Handlers } from './implement.ts';
import { answersOf, refusalComponents } from './openapi-answers.ts';
import { createConstant } from './send-constant.ts';

export function openApiHandlers(config: Pick<Config, 'baseUrl'>): Handlers<'getOpenApi'> {
  return { getOpenApi: createConstant(() => openApiDocument(config.baseUrl)) };
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
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        xsrfCookie: { type: 'apiKey', in: 'cookie', name: 'XSRF-TOKEN' },
        xsrfHeader: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: "The cookie's value." },
      },
      schemas: { Refusal: schema(refusalSchema, 'output') },
      responses: refusalComponents({ $ref: '#/components/schemas/Refusal' }),
    },
    paths,
  };
}

function operation(endpoint: Endpoint): Record<string, unknown> {
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    'x-access': endpoint.access,
    'x-cost': { class: endpoint.cost, rate: COSTS[endpoint.cost].rate },
    security: security(endpoint),
    parameters: [...parameters(endpoint.params, 'path'), ...parameters(endpoint.query, 'query')],
    ...requestBody(endpoint),
    responses: answersOf(endpoint, (answer) => schema(answer, 'output')),
  };
}

/** Rule 1.11; not for service accounts. */
function security({ access, method }: Endpoint): object[] {
  if (access.kind === 'public') return [];
  const isWrite = method !== 'GET' && access.kind !== 'service';
  return [{ bearer: [], ...(isWrite ? { xsrfCookie: [], xsrfHeader: [] } : {}) }];
}

function requestBody({ body, upload, bodyForm }: Endpoint): { requestBody?: object } {
  if (!body) return {};
  if (upload === undefined) {
    const text = { schema: { type: 'string' } };
    const files = bodyForm === 'file' ? { 'text/csv': text, 'text/plain': text } : {};
    const content = { 'application/json': { schema: schema(body, 'input') }, ...files };
    return { requestBody: { required: true, content } };
  }
  const fields = schema(body, 'input') as { properties?: object; required?: string[] };
  const multipart = {
    ...fields,
    properties: { ...fields.properties, [upload]: { type: 'string', format: 'binary' } },
    required: [...(fields.required ?? []), upload],
  };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: multipart } } } };
}

function parameters(fields: z.ZodType | undefined, position: 'path' | 'query') {
  if (!fields) return [];
  const { properties = {}, required = [] } = schema(fields, 'input') as { properties?: object; required?: string[] };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: position,
    required: required.includes(name),
    schema: value,
  }));
}

function schema(type: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(type, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      delete jsonSchema.readOnly;
      if (jsonSchema.type === 'integer') delete jsonSchema.pattern;
      // `\d` and `\w` match other scripts elsewhere.
      if (jsonSchema.pattern)
        jsonSchema.pattern = jsonSchema.pattern.replaceAll('[\\w', '[A-Za-z0-9_').replaceAll('\\d', '[0-9]');
    },
  });
  return rest;
}
