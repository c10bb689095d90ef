import { isIP } from 'node:net';
import { supportInfoSchema } from '@portal/contracts';
import { DELIVERY_LIMITS, type DeliveryLimits } from '@portal/rules';
import { z } from 'zod';
import { DEMO_SUPPORT } from './support-contacts.ts';
import { serverUrls } from './db/servers.ts';
import { hasPublishedPassword, isMonotonous, isPublished } from './published-secrets.ts';
import { GERMAN } from './texts/zod-german.ts';

/** Rule 7.10. */
export class ConfigError extends Error {
  override name = 'ConfigError';
}

const tools = z.array(z.object({ id: z.number().int(), name: z.string(), url: z.url() }));
/** Rule 2.14. */
const support = z.object({ DE: supportInfoSchema, AT: supportInfoSchema });
const secret = z.string().min(32, { error: 'mindestens 32 zufällige Zeichen' });

/** A setting whose text is JSON of this form. */
function json<T extends z.ZodType>(form: T, what: string) {
  return z.string().transform((text, context): z.infer<T> => {
    const refuse = (details: string) => {
      context.addIssue({ code: 'custom', message: `${what} (${details})` });
      return z.NEVER;
    };
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      return refuse('kein JSON');
    }
    const parsed = form.safeParse(value, { error: GERMAN.localeError });
    if (parsed.success) return parsed.data;
    return refuse(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
  });
}

/** Links, cookies and headers follow from it. A final slash is removed. */
function readOrigin(text: string, context: z.RefinementCtx): string {
  const url = URL.parse(text);
  const bare = /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text);
  if (url && bare) return url.origin;
  context.addIssue({
    code: 'custom',
    message:
      'nur http(s)://, Name und Port, z. B. https://preise.example.com, ohne Pfad, Parameter, Anker und Zugangsdaten',
  });
  return z.NEVER;
}

function readClients(text: string, context: z.RefinementCtx): string[] {
  const clients = text.split(',').flatMap((part) => part.trim() || []);
  const wrong = clients.filter((client) => !/^[\w.:/-]{2,}\*?$/.test(client));
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `keine Kennung eines Clients: ${wrong.join(', ')}` });
  return clients;
}

const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

function readTrustedProxies(text: string, context: z.RefinementCtx): number | string[] {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const networks = text.split(',').flatMap((part) => part.trim() || []);
  if (networks.length === 0) return 0;
  const wrong = networks.filter((network) => !isProxyNetwork(network));
  if (wrong.length > 0)
    context.addIssue({ code: 'custom', message: `kein Netz und keine Adresse: ${wrong.join(', ')}` });
  return networks;
}

function isProxyNetwork(network: string): boolean {
  const [address = '', bits] = network.split('/');
  const version = isIP(address);
  if (version === 0) return NAMED_NETWORKS.includes(network);
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

const share = z.number().min(0).max(1);
const deliveryLimits = z
  .strictObject({
    ...Object.fromEntries(Object.keys(DELIVERY_LIMITS).map((name) => [name, share])),
    refuseRows: z.number().int().min(3).max(100_000),
    spreads: z.number().min(1).max(100),
  })
  .partial();

const schema = z.object({
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  PORTAL_PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  PORTAL_HOST: z.string().default('127.0.0.1'),
  /** Of several servers the writable one is used. */
  DATABASE_URL: z.string().superRefine((text, context) => {
    const one = z.url({ protocol: /^postgres(ql)?$/ });
    for (const url of serverUrls(text)) {
      const [issue] = one.safeParse(url, { error: GERMAN.localeError }).error?.issues ?? [];
      if (issue) context.addIssue({ code: 'custom', message: issue.message });
    }
  }),
  /** What PostgreSQL's clients take where the address has no password. */
  PGPASSWORD: z.string().optional(),
  /** Connections of this instance to the database. */
  PORTAL_DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  PORTAL_BASE_URL: z.string().transform(readOrigin),
  PORTAL_ENVIRONMENT: z.enum(['dev', 'test', 'pilot', 'production']).default('production'),
  PORTAL_IDENTITY_URL: z.url({ protocol: /^https?$/ }),
  /** '1': tokens and keys travel unencrypted, also in production. */
  PORTAL_IDENTITY_HTTP: z.enum(['0', '1']).default('0'),
  PORTAL_IDENTITY_REALM: z.string().min(1),
  PORTAL_IDENTITY_CLIENT: z.string().min(1),
  PORTAL_IDENTITY_AUDIENCE: z.string().min(1),
  PORTAL_IDENTITY_SERVICE_CLIENTS: z
    .string()
    .default('pricing-engine,customer-centre,till-sync*')
    .transform(readClients),
  PORTAL_CUSTOMER_CENTRE_URL: z.url(),
  PORTAL_TOOLS: json(tools, 'keine gültige Liste von Werkzeugen').default([]),
  PORTAL_SUPPORT: json(support, 'keine gültigen Ansprechpartner').optional(),
  PORTAL_IMPRINT_URL_DE: z.url().optional(),
  PORTAL_IMPRINT_URL_OTHER: z.url().optional(),
  PORTAL_PRIVACY_URL_DE: z.url().optional(),
  PORTAL_PRIVACY_URL_OTHER: z.url().optional(),
  PORTAL_HELP_URL: z.url({ protocol: /^https?$/ }).optional(),
  PORTAL_PROFILE_URL: z.url().optional(),
  PORTAL_SMTP_URL: z.url({ protocol: /^smtps?$/ }),
  /** Sender of all mail, e.g. 'TruePrice <preise@example.com>' */
  PORTAL_MAIL_FROM: z.string().min(3),
  /** MB; a larger log export is mailed as a link. */
  PORTAL_MAIL_ATTACHMENT_MB: z.coerce.number().positive().max(50).default(8),
  /** Shared by all instances; a new one invalidates links. */
  PORTAL_LINK_SECRET: secret,
  PORTAL_TASKS_URL: z
    .union([z.literal('none'), z.url({ protocol: /^https?$/ })], 'keine gültige Adresse und nicht „none“')
    .optional(),
  /** Shared with the customer centre: signs those messages. */
  PORTAL_TASKS_SECRET: secret,
  PORTAL_REQUEST_SECONDS: z.coerce.number().int().min(1).max(600).default(120),
  /** Seconds; longer than a balancer needs to notice. */
  PORTAL_DRAIN_SECONDS: z.coerce.number().min(0).max(120).default(5),
  /** Seconds until requests under way are cut off. */
  PORTAL_SHUTDOWN_SECONDS: z.coerce.number().min(1).max(600).default(30),
  PORTAL_TRUST_PROXY: z.string().default('').transform(readTrustedProxies),
  /** Multiplies the limits of costly calls; 0 turns them off. */
  PORTAL_RATE_FACTOR: z.coerce.number().min(0).max(1000).default(1),
  PORTAL_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  PORTAL_METRICS_HOST: z.string().default('127.0.0.1'),
  /** 'accept': a red certificate is treated as yellow (rule 20.15). */
  PORTAL_RED_DELIVERIES: z.enum(['refuse', 'accept']).default('refuse'),
  /** Told of deliveries without a decision (rule 20.16). */
  PORTAL_DELIVERY_MAIL: z
    .string()
    .default('')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .pipe(z.array(z.email()).max(20)),
  PORTAL_DELIVERY_LIMITS: json(deliveryLimits, 'keine gültigen Grenzwerte').default({}),
  /** '0': no zstd, which some proxies and virus scanners spoil. */
  PORTAL_ZSTD: z.enum(['0', '1']).default('1'),
  PORTAL_WEB_DIST: z.string().optional(),
  PORTAL_WEB_RELEASES: z.string().optional(),
  /** Refused in production. */
  PORTAL_TEST_CLOCK: z.enum(['', '0', '1']).default('0'),
  PORTAL_REVISION: z.string().max(64).optional(),
  PORTAL_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** What is refused in production and in the pilot. */
function unfitFor(env: z.infer<typeof schema>): string[] {
  const production = env.PORTAL_ENVIRONMENT === 'production';
  if (!production && env.PORTAL_ENVIRONMENT !== 'pilot') return [];
  const where = production ? 'im Produktivbetrieb' : 'im Pilotbetrieb';
  const published: [string, boolean][] = [
    ['DATABASE_URL', serverUrls(env.DATABASE_URL).some(hasPublishedPassword)],
    ['PGPASSWORD', isPublished(env.PGPASSWORD ?? '')],
    ['PORTAL_SMTP_URL', hasPublishedPassword(env.PORTAL_SMTP_URL)],
    ['PORTAL_LINK_SECRET', isPublished(env.PORTAL_LINK_SECRET)],
    ['PORTAL_TASKS_SECRET', isPublished(env.PORTAL_TASKS_SECRET)],
  ];
  const secrets = ['PORTAL_LINK_SECRET', 'PORTAL_TASKS_SECRET'] as const;
  return [
    ...secrets
      .filter((name) => isMonotonous(env[name]))
      .map(
        (name) => `${name}: Das Geheimnis wiederholt sich und ist leicht zu erraten; nötig sind 32 zufällige Zeichen.`,
      ),
    ...(env.PORTAL_LINK_SECRET === env.PORTAL_TASKS_SECRET
      ? ['PORTAL_TASKS_SECRET: Das Geheimnis muss ein anderes sein als PORTAL_LINK_SECRET.']
      : []),
    ...(production && env.PORTAL_IDENTITY_HTTP === '0' && !env.PORTAL_IDENTITY_URL.startsWith('https:')
      ? [
          'PORTAL_IDENTITY_URL: Im Produktivbetrieb muss die Adresse mit https:// beginnen; PORTAL_IDENTITY_HTTP=1 erlaubt http://.',
        ]
      : []),
    ...(env.PORTAL_TEST_CLOCK === '1' ? [`PORTAL_TEST_CLOCK: Die verstellbare Uhr ist ${where} nicht erlaubt.`] : []),
    ...(production && !env.PORTAL_BASE_URL.startsWith('https:')
      ? ['PORTAL_BASE_URL: Im Produktivbetrieb muss die Adresse mit https:// beginnen.']
      : []),
    ...published
      .filter(([, known]) => known)
      .map(([name]) => `${name}: Das Geheimnis der Vorführung ist öffentlich bekannt und ${where} nicht erlaubt.`),
    ...(production && !env.PORTAL_SUPPORT
      ? ['PORTAL_SUPPORT: Im Produktivbetrieb müssen Ansprechpartner angegeben sein.']
      : []),
  ];
}

export type Config = ReturnType<typeof readConfig>;

/** @throws ConfigError naming each missing or wrong setting */
export function readConfig(environment: NodeJS.ProcessEnv = process.env) {
  // Files of settings list all names; '' would count as 0.
  const given = Object.fromEntries(Object.entries(environment).filter(([, text]) => text !== ''));
  const parsed = schema.safeParse(given, { error: GERMAN.localeError });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => {
      const name = path.join('.');
      return `  ${name}: ${given[name] === undefined ? 'fehlt' : message}`;
    });
    throw new ConfigError(`Die Einstellungen des Portals sind unvollständig oder falsch:\n${issues.join('\n')}`);
  }
  const env = parsed.data;
  const unfit = unfitFor(env);
  if (unfit.length > 0) throw new ConfigError(unfit.join('\n'));
  const customerCentre = env.PORTAL_CUSTOMER_CENTRE_URL.replace(/\/$/, '');
  const identityUrl = env.PORTAL_IDENTITY_URL.replace(/\/$/, '');
  return {
    production: env.NODE_ENV === 'production',
    host: env.PORTAL_HOST,
    port: env.PORTAL_PORT,
    testClock: env.PORTAL_TEST_CLOCK === '1',
    logLevel: env.PORTAL_LOG_LEVEL,
    revision: env.PORTAL_REVISION,
    webDist: env.PORTAL_WEB_DIST,
    webReleases: env.PORTAL_WEB_RELEASES,
    baseUrl: env.PORTAL_BASE_URL,
    environment: env.PORTAL_ENVIRONMENT === 'production' ? ('' as const) : env.PORTAL_ENVIRONMENT,
    trustProxy: env.PORTAL_TRUST_PROXY,
    zstd: env.PORTAL_ZSTD === '1',
    rateFactor: env.PORTAL_RATE_FACTOR,
    metrics:
      env.PORTAL_METRICS_PORT === undefined
        ? undefined
        : { port: env.PORTAL_METRICS_PORT, host: env.PORTAL_METRICS_HOST },
    requestMs: env.PORTAL_REQUEST_SECONDS * 1000,
    shutdown: { drainMs: env.PORTAL_DRAIN_SECONDS * 1000, deadlineMs: env.PORTAL_SHUTDOWN_SECONDS * 1000 },
    database: { url: env.DATABASE_URL, pool: env.PORTAL_DATABASE_POOL },
    identity: {
      url: identityUrl,
      realm: env.PORTAL_IDENTITY_REALM,
      clientId: env.PORTAL_IDENTITY_CLIENT,
      audience: env.PORTAL_IDENTITY_AUDIENCE,
      serviceClients: env.PORTAL_IDENTITY_SERVICE_CLIENTS,
    },
    customerCentre: { url: customerCentre, tools: env.PORTAL_TOOLS },
    support: env.PORTAL_SUPPORT ?? DEMO_SUPPORT,
    links: {
      imprint: {
        de: env.PORTAL_IMPRINT_URL_DE ?? `${customerCentre}/impressum/de`,
        other: env.PORTAL_IMPRINT_URL_OTHER ?? `${customerCentre}/impressum/at`,
      },
      privacy: {
        de: env.PORTAL_PRIVACY_URL_DE ?? `${customerCentre}/datenschutz/de`,
        other: env.PORTAL_PRIVACY_URL_OTHER ?? `${customerCentre}/datenschutz/at`,
      },
      help: env.PORTAL_HELP_URL ?? `${customerCentre}/hilfe`,
      profile:
        env.PORTAL_PROFILE_URL ?? `${identityUrl}/realms/${encodeURIComponent(env.PORTAL_IDENTITY_REALM)}/account`,
    },
    mail: {
      smtpUrl: env.PORTAL_SMTP_URL,
      from: env.PORTAL_MAIL_FROM,
      attachmentBytes: Math.floor(env.PORTAL_MAIL_ATTACHMENT_MB * 1024 * 1024),
      linkSecret: env.PORTAL_LINK_SECRET,
    },
    deliveries: {
      limits: { ...DELIVERY_LIMITS, ...env.PORTAL_DELIVERY_LIMITS } as DeliveryLimits,
      mailTo: env.PORTAL_DELIVERY_MAIL,
      refusesRed: env.PORTAL_RED_DELIVERIES === 'refuse',
    },
    tasks: {
      url: env.PORTAL_TASKS_URL === 'none' ? null : (env.PORTAL_TASKS_URL ?? `${customerCentre}/api/tasks/closed`),
      secret: env.PORTAL_TASKS_SECRET,
    },
  };
}
