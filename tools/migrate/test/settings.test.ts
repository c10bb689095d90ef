import { expect, test } from '@jest/globals';
import { readSettings } from '../src/settings.ts';

const OWNER = 'postgresql://portal_owner:0123456789abcdef@db:5432/portal';

test('the address of the owner is enough', () => {
  expect(readSettings({ DATABASE_URL: OWNER })).toEqual({
    adminUrl: undefined,
    ownerUrl: OWNER,
    appUrl: undefined,
    keycloakUrl: undefined,
  });
});

test('everything that is missing or wrong is named at once', () => {
  const read = () =>
    readSettings({
      DATABASE_ADMIN_URL: 'postgresql://postgres:@db:5432/postgres',
      DATABASE_URL: '',
      APP_DATABASE_URL: 'postgresql://portal_api:kurz@db:5432/portal',
      KEYCLOAK_DATABASE_URL: 'postgresql://keycloak:0123456789%abcdef@db:5432/keycloak',
    });
  expect(read).toThrow(`Die Einstellungen der Datenbank-Vorbereitung sind unvollständig oder falsch:
  DATABASE_ADMIN_URL: das Passwort braucht mindestens 16 Zeichen
  DATABASE_URL: fehlt
  APP_DATABASE_URL: das Passwort braucht mindestens 16 Zeichen
  KEYCLOAK_DATABASE_URL: das Passwort darf nur Buchstaben, Ziffern und - _ . ~ enthalten`);
});

test.each([
  'portal',
  'mysql://a:0123456789abcdef@db/portal',
  'postgresql://portal_owner@db/portal',
  'postgresql://portal_owner:0123456/89abcdef@db/portal',
  'postgresql://portal_owner:0123456@89abcdef@db/portal',
  'postgresql://portal_owner:0123456789abcdef@db',
])('%s is no address with a password', (url) => {
  expect(() => readSettings({ DATABASE_URL: url })).toThrow('DATABASE_URL: keine Adresse der Form');
});

test('several servers are one too many', () => {
  const url = 'postgresql://portal_owner:0123456789abcdef@one:5432,two:5432/portal';
  expect(() => readSettings({ DATABASE_URL: url })).toThrow('DATABASE_URL: nennt mehrere Server');
});

test('no message repeats a password', () => {
  const secret = 'geheim/geheim-geheim';
  try {
    readSettings({ DATABASE_URL: `postgresql://portal_owner:${secret}@db:5432/portal` });
    throw new Error('no issue was found');
  } catch (error) {
    expect(String(error)).toContain('SettingsError');
    expect(String(error)).not.toContain('geheim');
  }
});

test('the api must not log in as the owner', () => {
  expect(() => readSettings({ DATABASE_URL: OWNER, APP_DATABASE_URL: OWNER })).toThrow('eigenen Benutzer');
});
