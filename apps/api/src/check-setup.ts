import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import pino from 'pino';
import { type Config, ConfigError, readConfig } from './config.ts';
import { warnOfTooManyRights } from './db/check-rights.ts';
import { openDatabase } from './db/database.ts';
import { knownMigrations, missingMigrations } from './db/missing-migrations.ts';
import { findPrimary, serverUrls } from './db/servers.ts';
import { askOne, statement } from './db/statement.ts';

/** German: what is wrong, and what to do. */
type Finding = string;
type Check = { readonly name: string; readonly find: (config: Config) => Promise<Finding[]> };

const WAIT_MS = 5_000;
const OLDEST_SERVER = 160_000;

const CHECKS: readonly Check[] = [
  { name: 'Datenbank', find: checkDatabase },
  { name: 'Anmeldedienst', find: checkIdentity },
  { name: 'Mailserver', find: checkMail },
  { name: 'Web-Anwendung', find: checkWeb },
];

/**
 * `node apps/api/src/main.ts --check`: tells what is missing, and starts nothing.
 * @returns the exit code, 0 or 78 (EX_CONFIG)
 */
export async function checkSetup(say: (line: string) => void, environment?: NodeJS.ProcessEnv): Promise<0 | 78> {
  let config: Config;
  try {
    config = readConfig(environment);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    say('Alles Weitere wird geprüft, sobald die Einstellungen stimmen (docs/settings.md).');
    return 78;
  }
  say('Einstellungen und Geheimnisse: in Ordnung');
  const found = await Promise.all(
    CHECKS.map(async ({ name, find }) => ({ name, findings: await find(config).catch((e: unknown) => [reasonOf(e)]) })),
  );
  for (const { name, findings } of found) {
    if (findings.length === 0) say(`${name}: in Ordnung`);
    for (const finding of findings) say(`${name}: ${finding}`);
  }
  return found.every(({ findings }) => findings.length === 0) ? 0 : 78;
}

const DATABASE_REASONS: Readonly<Record<string, Finding>> = {
  '28P01': 'Der Server lehnt Benutzer oder Passwort ab. DATABASE_URL berichtigen oder das Passwort neu setzen.',
  28000: 'Der Server lässt diesen Benutzer von hier nicht zu. DATABASE_URL und pg_hba.conf prüfen.',
  '3D000': 'Der Server hat keine Datenbank dieses Namens. Anlegen oder DATABASE_URL berichtigen.',
  42501: 'Der Benutzer darf diese Datenbank nicht benutzen. Er muss Mitglied von portal_app sein.',
  ECONNREFUSED: 'Unter dieser Adresse antwortet kein Server. Datenbank starten oder DATABASE_URL berichtigen.',
  ENOTFOUND: 'Einen Server dieses Namens gibt es nicht. DATABASE_URL berichtigen.',
  EAI_AGAIN: 'Der Name des Servers lässt sich nicht auflösen. DATABASE_URL und DNS prüfen.',
};

const LOGIN = statement(
  { user: 'text', isMember: 'bool', version: 'int' },
  `SELECT current_user::text AS user, current_setting('server_version_num')::int AS version,
          coalesce((SELECT pg_has_role(current_user, oid, 'MEMBER') FROM pg_roles WHERE rolname = 'portal_app'), false) AS "isMember"`,
);

async function checkDatabase({ database: { url } }: Config): Promise<Finding[]> {
  try {
    await findPrimary(serverUrls(url));
  } catch (error) {
    const { code, message } = error as { code?: string; message?: string };
    return [DATABASE_REASONS[code ?? ''] ?? `nicht erreichbar oder nur lesbar: ${message} (${code})`];
  }
  const database = openDatabase({ url, pool: 2 }, pino({ level: 'silent' }));
  try {
    const { user, isMember, version } = await askOne(database.pool, LOGIN);
    const missing = await missingMigrations(database.pool, knownMigrations());
    const findings: Finding[] = [];
    if (version < OLDEST_SERVER) findings.push('PostgreSQL ist zu alt: Version 16 ist die älteste.');
    if (missing.length > 0)
      return [
        ...findings,
        `Es fehlen ${missing.length} Migrationen. Vor dem Start als Eigentümer der Tabellen ausführen: db:migrate, mit Containern den Dienst migrate.`,
      ];
    if (!isMember) findings.push(`${user} ist kein Mitglied von portal_app: GRANT portal_app TO ${user}.`);
    if (await warnOfTooManyRights(database.pool, { warn: () => undefined }))
      findings.push(
        `${user} könnte den Verlauf ändern. Für den Server einen Benutzer nehmen, der nur portal_app angehört.`,
      );
    return findings;
  } finally {
    await database.close();
  }
}

async function checkIdentity({ identity: { url, realm, clientId }, baseUrl }: Config): Promise<Finding[]> {
  const issuer = `${url}/realms/${encodeURIComponent(realm)}`;
  const answer = await ask(`${issuer}/.well-known/openid-configuration`);
  if (answer.status === 404)
    return [`Unter ${url} gibt es keinen Realm ${realm}. Realm einspielen oder PORTAL_IDENTITY_REALM berichtigen.`];
  if (!answer.ok) return [`antwortet mit ${answer.status}. Seine Meldungen lesen, PORTAL_IDENTITY_URL prüfen.`];
  const {
    issuer: named,
    jwks_uri: keysUrl,
    authorization_endpoint: signIn,
  } = (await answer.json()) as Record<string, string>;
  if (named !== issuer)
    return [
      `nennt sich ${named}, erwartet wird ${issuer}. PORTAL_IDENTITY_URL muss die Adresse sein, die er selbst nennt.`,
    ];
  const findings: Finding[] = [];
  const keys = await ask(keysUrl ?? '').then(
    async (response) => ((await response.json()) as { keys?: unknown[] }).keys ?? [],
    () => [],
  );
  if (keys.length === 0)
    findings.push('gibt seine Schlüssel nicht heraus. Die Adresse jwks_uri muss von hier erreichbar sein.');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `${baseUrl}/`,
    response_type: 'code',
    scope: 'openid',
    code_challenge_method: 'S256',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', // RFC 7636, appendix B
  });
  const page = await ask(`${signIn}?${query.toString()}`);
  if (page.status >= 400)
    findings.push(
      `lehnt die Anmeldung ab (${page.status}): Der Client ${clientId} fehlt oder kennt ${baseUrl}/* nicht als Rücksprungadresse.`,
    );
  return findings;
}

async function checkMail({ mail: { smtpUrl } }: Config): Promise<Finding[]> {
  const waits = { connectionTimeout: WAIT_MS, greetingTimeout: WAIT_MS, socketTimeout: WAIT_MS };
  const transport = createTransport({ url: smtpUrl, ...waits } as Parameters<typeof createTransport>[0]);
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code === 'EAUTH') return ['lehnt Benutzer oder Passwort ab. PORTAL_SMTP_URL berichtigen.'];
    return [`nicht erreichbar (${code ?? message}). PORTAL_SMTP_URL, Port und Firewall prüfen.`];
  } finally {
    transport.close();
  }
}

async function checkWeb({ webDist }: Config): Promise<Finding[]> {
  if (webDist && existsSync(join(webDist, 'index.html'))) return [];
  return [
    `In PORTAL_WEB_DIST (${webDist ?? 'leer'}) liegt keine gebaute Anwendung, die Seite bliebe leer: npm run build, dann apps/web/dist nennen.`,
  ];
}

async function ask(url: string): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'manual' });
}

function reasonOf(error: unknown): Finding {
  const { cause, message } = error as Error & { cause?: { code?: string } };
  return `nicht erreichbar (${cause?.code ?? message}). Adresse, DNS und Firewall prüfen.`;
}
