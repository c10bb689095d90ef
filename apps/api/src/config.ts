import { z } from 'zod';

/** A German operator message that names every setting that is missing or wrong. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const tools = z.array(z.object({ id: z.number().int(), name: z.string(), url: z.url() }));

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORTAL_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PORTAL_HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Connections of this instance to the database. */
  PORTAL_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  PORTAL_BASE_URL: z.url(),
  PORTAL_ENVIRONMENT: z.enum(['dev', 'test', 'pilot', 'production']).default('production'),
  PORTAL_IDENTITY_URL: z.url(),
  PORTAL_IDENTITY_REALM: z.string().min(1),
  PORTAL_IDENTITY_CLIENT: z.string().min(1),
  PORTAL_IDENTITY_AUDIENCE: z.string().min(1),
  PORTAL_CUSTOMER_CENTRE_URL: z.url(),
  /** JSON list of {id, name, url}: the tools that the top bar offers. */
  PORTAL_TOOLS: z
    .string()
    .default('[]')
    .transform((text, context) => {
      try {
        return tools.parse(JSON.parse(text));
      } catch (error) {
        context.addIssue({ code: 'custom', message: `keine gültige Liste von Werkzeugen (${String(error)})` });
        return z.NEVER;
      }
    }),
  /** Folder of the built web application; without it only the calls are served. */
  PORTAL_WEB_DIST: z.string().optional(),
  /** '1': staff may move the clock, for tests and demos; refused in production. */
  PORTAL_TEST_CLOCK: z.enum(['', '0', '1']).default('0'),
  PORTAL_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the settings from the environment; the only place that does.
 * @throws ConfigError naming each missing or wrong setting
 */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  const parsed = schema.safeParse(environment);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new ConfigError(`Die Einstellungen des Portals sind unvollständig oder falsch:\n${faults.join('\n')}`);
  }
  const env = parsed.data;
  if (env.PORTAL_TEST_CLOCK === '1' && env.PORTAL_ENVIRONMENT === 'production') {
    throw new ConfigError('PORTAL_TEST_CLOCK: Die verstellbare Uhr ist im Produktivbetrieb nicht erlaubt.');
  }
  const customerCentre = env.PORTAL_CUSTOMER_CENTRE_URL.replace(/\/$/, '');
  return {
    production: env.NODE_ENV === 'production',
    host: env.PORTAL_HOST,
    port: env.PORTAL_PORT,
    testClock: env.PORTAL_TEST_CLOCK === '1',
    logLevel: env.PORTAL_LOG_LEVEL,
    webDist: env.PORTAL_WEB_DIST,
    baseUrl: env.PORTAL_BASE_URL,
    environment: env.PORTAL_ENVIRONMENT === 'production' ? ('' as const) : env.PORTAL_ENVIRONMENT,
    database: { url: env.DATABASE_URL, pool: env.PORTAL_DATABASE_POOL },
    identity: {
      url: env.PORTAL_IDENTITY_URL.replace(/\/$/, ''),
      realm: env.PORTAL_IDENTITY_REALM,
      clientId: env.PORTAL_IDENTITY_CLIENT,
      audience: env.PORTAL_IDENTITY_AUDIENCE,
    },
    customerCentre: { url: customerCentre, tools: env.PORTAL_TOOLS },
  };
}
