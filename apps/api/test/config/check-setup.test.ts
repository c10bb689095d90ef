import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type MailCatcher, startMailCatcher } from '@portal/dev/mail/catcher.ts';
import { checkSetup } from '../../src/check-setup.ts';
import { instanceSettings } from '../support/api-instance.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';

let portal: TestPortal;
let mail: MailCatcher;
let identity: Server;
let url: string;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  portal = await startPortal();
  mail = await startMailCatcher({ port: 0 });
  // As Keycloak answers, for the realm 'portal' with one client; the realm 'keyless' names no keys.
  identity = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const realm = pathname.split('/')[2] ?? '';
    const own = `${url}/realms/${realm}`;
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: realm === 'renamed' ? 'https://elsewhere.example/realms/renamed' : own,
        jwks_uri: `${own}/certs`,
        authorization_endpoint: `${own}/auth`,
      },
      '/certs': { keys: realm === 'keyless' ? [] : [{ kid: 'a' }] },
      '/auth': {},
    };
    const answer = realm === 'missing' ? undefined : answers[pathname.slice(`/realms/${realm}`.length)];
    const isRefused = pathname.endsWith('/auth') && searchParams.get('client_id') !== 'portal-web';
    response.writeHead(isRefused ? 400 : answer ? 200 : 404).end(JSON.stringify(answer));
  }).listen(0, '127.0.0.1');
  await once(identity, 'listening');
  url = `http://127.0.0.1:${(identity.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'preisportal-web-'));
  writeFileSync(join(folder, 'index.html'), '');
  settings = instanceSettings(portal, {
    PORTAL_IDENTITY_URL: url,
    PORTAL_IDENTITY_REALM: 'portal',
    PORTAL_SMTP_URL: mail.smtpUrl,
    PORTAL_WEB_DIST: folder,
  });
});
afterAll(async () => {
  identity?.closeAllConnections();
  identity?.close();
  await mail?.close();
  await portal?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function check(changes: Record<string, string>): Promise<{ code: number; said: string[] }> {
  const said: string[] = [];
  const code = await checkSetup((line) => void said.push(line), { ...settings, ...changes });
  return { code, said };
}

test('all in order, except a server older than PostgreSQL 16', async () => {
  // A cluster for these tests may run PostgreSQL 15, which the check has to refuse.
  const { rows } = await portal.database.pool.query(
    `SELECT current_setting('server_version_num')::int < 160000 AS old`,
  );
  expect(await check({})).toEqual({
    code: rows[0].old ? 78 : 0,
    said: [
      'Einstellungen und Geheimnisse: in Ordnung',
      rows[0].old ? 'Datenbank: PostgreSQL ist zu alt: Version 16 ist die älteste.' : 'Datenbank: in Ordnung',
      'Anmeldedienst: in Ordnung',
      'Mailserver: in Ordnung',
      'Web-Anwendung: in Ordnung',
    ],
  });
});

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'two settings',
    () => ({ PORTAL_MAIL_FROM: '', PORTAL_LINK_SECRET: 'kurz' }),
    /PORTAL_MAIL_FROM: fehlt\n.*PORTAL_LINK_SECRET: mind/,
  ],
  [
    'no server',
    () => ({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:9/portal' }),
    /^Datenbank: Unter dieser Adresse antwortet kein/,
  ],
  ['no database', () => ({ DATABASE_URL: other('/none') }), /^Datenbank: Der Server hat keine Datenbank dieses Namens/],
  ['not migrated', () => ({ DATABASE_URL: other('/postgres') }), /^Datenbank: Es fehlen \d+ Migrationen. .*db:migrate/],
  ['the owner', () => ({ DATABASE_URL: portal.ownerUrl }), /^Datenbank: \w+ könnte den Verlauf ändern/],
  [
    'no provider',
    () => ({ PORTAL_IDENTITY_URL: 'http://127.0.0.1:9' }),
    /^Anmeldedienst: nicht erreichbar \(.*\). Adresse/,
  ],
  ['no realm', () => ({ PORTAL_IDENTITY_REALM: 'missing' }), /^Anmeldedienst: .* gibt es keinen Realm missing/],
  ['another name', () => ({ PORTAL_IDENTITY_REALM: 'renamed' }), /^Anmeldedienst: nennt sich https:\/\/elsewhere/],
  ['no keys', () => ({ PORTAL_IDENTITY_REALM: 'keyless' }), /^Anmeldedienst: gibt seine Schlüssel nicht heraus/],
  [
    'no client',
    () => ({ PORTAL_IDENTITY_CLIENT: 'other' }),
    /^Anmeldedienst: lehnt die Anmeldung ab \(400\): Der Client other/,
  ],
  ['no mail', () => ({ PORTAL_SMTP_URL: 'smtp://127.0.0.1:9' }), /^Mailserver: nicht erreichbar \(E\w+\)/],
  ['no web', () => ({ PORTAL_WEB_DIST: '' }), /^Web-Anwendung: In PORTAL_WEB_DIST \(leer\)/],
])('says what to do: %s', async (_, changes, sentence) => {
  const { code, said } = await check(changes());
  expect(code).toBe(78);
  expect(said).toContainEqual(expect.stringMatching(sentence));
});

function other(pathname: string): string {
  return Object.assign(new URL(portal.databaseUrl), { pathname }).href;
}
