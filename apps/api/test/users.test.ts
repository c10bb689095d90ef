import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ConfigError, readConfig } from '../src/config.ts';
import { createApp } from '../src/app.ts';
import supertest from 'supertest';
import { startPortal, type TestPortal } from './support/portal.ts';
import { claimsOf } from './support/issuer.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startPortal();
});
afterAll(() => portal?.close());

const REQUIRED = {
  DATABASE_URL: 'postgresql://localhost/portal',
  PORTAL_BASE_URL: 'https://portal.example',
  PORTAL_ENVIRONMENT: 'test',
  PORTAL_IDENTITY_URL: 'https://login.example/',
  PORTAL_IDENTITY_REALM: 'preise',
  PORTAL_IDENTITY_CLIENT: 'web',
  PORTAL_IDENTITY_AUDIENCE: 'api',
  PORTAL_CUSTOMER_CENTRE_URL: 'https://kundencenter.example/',
  PORTAL_SMTP_URL: 'smtps://user:secret@mail.example',
  PORTAL_MAIL_FROM: 'TruePrice <preise@example.com>',
  PORTAL_LINK_SECRET: 'l'.repeat(32),
  PORTAL_TASKS_SECRET: 't'.repeat(32),
};
const contacts = (title: string) => ({
  title,
  people: [{ name: 'A', mobile: '1', title: 'B' }],
  phone: '2',
  email: 'c',
});
const SUPPORT = JSON.stringify({ DE: contacts('Hilfe'), AT: contacts('Servus') });

describe('the support contacts (rule 2.14)', () => {
  test.each([
    ['DE', 'TruePrice Support Deutschland'],
    ['AT', 'TruePrice Support Österreich'],
    ['CH', 'TruePrice Support Deutschland'],
    [' at ', 'TruePrice Support Österreich'],
    ['AUT', 'TruePrice Support Österreich'],
  ])('of somebody from %s are "%s"', async (country, title) => {
    const { body } = await (await portal.as('Tobias Sommer', ['solvena_sales'], country)).get('/api/solvena/userData');
    expect(body.support.title).toBe(title);
  });

  test('come from the settings', async () => {
    const { support } = readConfig({ ...REQUIRED, PORTAL_SUPPORT: SUPPORT });
    const app = createApp({ ...portal.deps, config: { ...portal.deps.config, support } });
    const token = await portal.issuer.token(claimsOf('Tobias Sommer', ['solvena_sales'], 'AT'));
    const { body } = await supertest(app).get('/api/solvena/userData').set('Authorization', `Bearer ${token}`);
    expect(body.support).toEqual(contacts('Servus'));
    expect(body.supportByCountry).toEqual({ DE: contacts('Hilfe'), AT: contacts('Servus') });
  });

  test.each(['DE', 'AT', 'CH'])(
    'of both countries are told somebody from %s, who may look at either',
    async (country) => {
      const { body } = await (await portal.as('Tobias Sommer', ['solvena_sales'], country)).get(
        '/api/solvena/userData',
      );
      expect(Object.keys(body.supportByCountry)).toEqual(['DE', 'AT']);
      expect(body.supportByCountry.DE.title).toBe('TruePrice Support Deutschland');
      expect(body.supportByCountry.AT.title).toBe('TruePrice Support Österreich');
    },
  );

  test('have to be set in production', () => {
    const production = { ...REQUIRED, PORTAL_ENVIRONMENT: 'production', PORTAL_BASE_URL: 'https://preise.example' };
    expect(() => readConfig(production)).toThrow(
      new ConfigError('PORTAL_SUPPORT: Im Produktivbetrieb müssen Ansprechpartner angegeben sein.'),
    );
    expect(readConfig({ ...production, PORTAL_SUPPORT: SUPPORT }).support.DE.title).toBe('Hilfe');
    expect(() => readConfig({ ...REQUIRED, PORTAL_SUPPORT: '{"DE": 1}' })).toThrow(
      /PORTAL_SUPPORT: keine gültigen Ansprechpartner/,
    );
  });
});

describe('the links out', () => {
  test('lead to customer centre and identity provider where nothing else is set', () => {
    expect(readConfig(REQUIRED).links).toEqual({
      imprint: { de: 'https://kundencenter.example/impressum/de', other: 'https://kundencenter.example/impressum/at' },
      privacy: {
        de: 'https://kundencenter.example/datenschutz/de',
        other: 'https://kundencenter.example/datenschutz/at',
      },
      help: 'https://kundencenter.example/hilfe',
      profile: 'https://login.example/realms/preise/account',
    });
    expect(readConfig(REQUIRED).tasks.url).toBe('https://kundencenter.example/api/tasks/closed');
  });

  test('are each what is set', () => {
    const links = readConfig({
      ...REQUIRED,
      PORTAL_IMPRINT_URL_DE: 'https://a.example',
      PORTAL_IMPRINT_URL_OTHER: 'https://b.example',
      PORTAL_PRIVACY_URL_DE: 'https://c.example',
      PORTAL_PRIVACY_URL_OTHER: 'https://d.example',
      PORTAL_HELP_URL: 'https://f.example/hilfe',
      PORTAL_PROFILE_URL: 'https://e.example',
    }).links;
    expect(links).toEqual({
      imprint: { de: 'https://a.example', other: 'https://b.example' },
      privacy: { de: 'https://c.example', other: 'https://d.example' },
      help: 'https://f.example/hilfe',
      profile: 'https://e.example',
    });
  });

  test.each(['PORTAL_SMTP_URL', 'PORTAL_MAIL_FROM', 'PORTAL_LINK_SECRET', 'PORTAL_TASKS_SECRET'])(
    'a portal without %s does not start and says so',
    (name) => {
      expect(() => readConfig({ ...REQUIRED, [name]: undefined })).toThrow(new RegExp(name));
    },
  );

  test('a short secret is refused', () => {
    expect(() => readConfig({ ...REQUIRED, PORTAL_LINK_SECRET: 'short' })).toThrow(/PORTAL_LINK_SECRET: mindestens 32/);
  });
});
