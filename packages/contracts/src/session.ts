import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacySchema } from './pharmacies.ts';

/** Rule 2.2. */
const byCountrySchema = z.object({ de: z.string(), other: z.string() });

const contactSchema = z.object({ phone: z.string(), email: z.string() });

/** Rule 13.1. */
export const runtimeConfigSchema = z.object({
  timeZone: z.string(),
  kcUrl: z.string(),
  kcRealm: z.string(),
  kcClientId: z.string(),
  baseUrl: z.string(),
  /** Empty in production. */
  environment: z.enum(['dev', 'test', 'pilot', '']),
  links: z.object({ imprint: byCountrySchema, privacy: byCountrySchema, help: z.string() }),
  /** For who is refused before the user's data are known. */
  support: z.object({ DE: contactSchema, AT: contactSchema }),
});
export type RuntimeConfig = z.infer<typeof runtimeConfigSchema>;

export const toolSchema = z.object({ id: z.number().int(), name: z.string(), url: z.string() });
export const supportInfoSchema = z.object({
  title: z.string(),
  people: z.array(z.object({ name: z.string(), mobile: z.string(), title: z.string() })),
  phone: z.string(),
  email: z.string(),
});
export type SupportInfo = z.infer<typeof supportInfoSchema>;

export const userDataSchema = z.object({
  id: z.number().int(),
  user: z.object({ title: z.string(), firstname: z.string(), lastname: z.string() }),
  userName: z.string(),
  country: z.string(),
  roles: z.array(z.string()),
  kundencenterUrl: z.string(),
  profile: z.object({ tools: z.array(toolSchema), kundencenterUrl: z.string(), profileUrl: z.string() }),
  support: supportInfoSchema,
  /** Of a pharmacy's country (rule 2.4). */
  supportByCountry: z.object({ DE: supportInfoSchema, AT: supportInfoSchema }),
  /** None for staff: thousands. */
  pharmacies: z.array(pharmacySchema),
});
export type UserData = z.infer<typeof userDataSchema>;

export const getConfig = endpoint({
  id: 'getConfig',
  summary: 'Runtime configuration of the browser',
  method: 'GET',
  path: '/api/config',
  access: { kind: 'public' },
  cost: 'public',
  answer: runtimeConfigSchema,
  answerKind: 'negotiated',
});

export const getUserData = endpoint({
  id: 'getUserData',
  summary: 'The signed-in user with profile and pharmacies',
  method: 'GET',
  path: '/api/solvena/userData',
  access: { kind: 'signedIn' },
  cost: 'light',
  answer: userDataSchema,
});

export const getLiveness = endpoint({
  id: 'getLiveness',
  summary: 'Answers 200 as long as the process runs',
  method: 'GET',
  path: '/api/health/live',
  access: { kind: 'public' },
  cost: 'public',
  answer: z.object({ status: z.literal('OK') }),
});

export const getReadiness = endpoint({
  id: 'getReadiness',
  summary:
    'Answers 200 while the portal serves, 503 while it stops or its database does not answer, lacks migrations or is for later builds',
  method: 'GET',
  path: '/api/health/ready',
  access: { kind: 'public' },
  cost: 'public',
  /** `revision`: where the image names it */
  answer: z.object({ status: z.literal('OK'), build: z.string(), revision: z.string().optional() }),
});

export const getOpenApi = endpoint({
  id: 'getOpenApi',
  summary: 'This table as an OpenAPI document',
  method: 'GET',
  path: '/api/openapi.json',
  access: { kind: 'public' },
  cost: 'public',
  answer: z.record(z.string(), z.unknown()),
  answerKind: 'negotiated',
});
