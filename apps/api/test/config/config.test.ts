import { describe, expect, jest, test } from '@jest/globals';
import { DELIVERY_LIMITS } from '@portal/rules';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createSignedSender } from '../../src/modules/outbox/send-signed.ts';
import { PUBLISHED_SECRETS } from '../../src/published-secrets.ts';

const CONTACTS = {
  title: 'Support',
  people: [{ name: 'A', mobile: '1', title: 'B' }],
  phone: '1',
  email: 'a@example.com',
};
/** All that a portal in production must be told. */
const NEEDED = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgresql://portal_api:secret@db:5432/portal',
  PORTAL_BASE_URL: 'https://preise.example.com',
  PORTAL_IDENTITY_URL: 'https://anmeldung.example.com/',
  PORTAL_IDENTITY_REALM: 'preisportal',
  PORTAL_IDENTITY_CLIENT: 'portal-web',
  PORTAL_IDENTITY_AUDIENCE: 'portal-api',
  PORTAL_CUSTOMER_CENTRE_URL: 'https://kundencenter.example.com/',
  PORTAL_SMTP_URL: 'smtps://user:password@mail.example.com',
  PORTAL_MAIL_FROM: 'TruePrice <preise@example.com>',
  PORTAL_LINK_SECRET: 'b7d02c6e1f984a35b7d02c6e1f984a36',
  PORTAL_TASKS_SECRET: 'Quitte-Nebel-41-Hafen-Zimt-Orgel',
  PORTAL_SUPPORT: JSON.stringify({ DE: CONTACTS, AT: CONTACTS }),
};

/** The lines about settings in the refusal of these. */
function issuesOf(changes: Record<string, string | undefined>): string[] {
  try {
    readConfig({ ...NEEDED, ...changes });
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError);
    return (error as ConfigError).message.split('\n').map((line) => line.trim());
  }
  throw new Error('nothing was refused');
}

// Rule 7.10.
test('all that is needed is enough; addresses lose their last slash, defaults are filled in', () => {
  expect(readConfig(NEEDED)).toMatchObject({
    production: true,
    environment: '',
    identity: {
      url: 'https://anmeldung.example.com',
      realm: 'preisportal',
      clientId: 'portal-web',
      audience: 'portal-api',
    },
    customerCentre: { url: 'https://kundencenter.example.com', tools: [] },
    tasks: { url: 'https://kundencenter.example.com/api/tasks/closed', secret: NEEDED.PORTAL_TASKS_SECRET },
    mail: { smtpUrl: NEEDED.PORTAL_SMTP_URL, from: NEEDED.PORTAL_MAIL_FROM, linkSecret: NEEDED.PORTAL_LINK_SECRET },
    links: {
      imprint: { de: 'https://kundencenter.example.com/impressum/de' },
      profile: 'https://anmeldung.example.com/realms/preisportal/account',
    },
    trustProxy: 0,
    rateFactor: 1,
    testClock: false,
  });
});

test('zstd can be switched off (rule 13.14)', () => {
  expect(readConfig(NEEDED).zstd).toBe(true);
  expect(readConfig({ ...NEEDED, PORTAL_ZSTD: '0' }).zstd).toBe(false);
  expect(issuesOf({ PORTAL_ZSTD: 'aus' }).join()).toContain('PORTAL_ZSTD');
});

test('thresholds of deliveries are settings, and red may pass as yellow (rule 20.15)', () => {
  expect(readConfig(NEEDED).deliveries).toEqual({ limits: DELIVERY_LIMITS, mailTo: [], refusesRed: true });
  const changed = {
    PORTAL_RED_DELIVERIES: 'accept',
    PORTAL_DELIVERY_LIMITS: '{"staleShare":0.1}',
    PORTAL_DELIVERY_MAIL: 'a@portal.example, b@portal.example',
  };
  expect(readConfig({ ...NEEDED, ...changed }).deliveries).toEqual({
    limits: { ...DELIVERY_LIMITS, staleShare: 0.1 },
    mailTo: ['a@portal.example', 'b@portal.example'],
    refusesRed: false,
  });
  expect(issuesOf({ PORTAL_DELIVERY_MAIL: 'a@portal.example, niemand' }).join()).toContain('PORTAL_DELIVERY_MAIL');
  for (const text of ['{"staleShare":2}', '{"stale":0.1}', '{"refuseRows":1}', '1'])
    expect(issuesOf({ PORTAL_DELIVERY_LIMITS: text }).join()).toContain('keine gültigen Grenzwerte');
});

describe('a setting that is missing is named', () => {
  const names = Object.keys(NEEDED).filter((name) => name !== 'NODE_ENV' && name !== 'PORTAL_SUPPORT');
  test.each(names)('%s', (name) => {
    expect(issuesOf({ [name]: undefined })).toContain(`${name}: fehlt`);
    expect(issuesOf({ [name]: '' })).toContain(`${name}: fehlt`);
  });

  test('all of them at once, in German', () => {
    const message = issuesOf(Object.fromEntries(names.map((name) => [name, undefined])));
    expect(message).toEqual([
      'Die Einstellungen des Portals sind unvollständig oder falsch:',
      ...names.map((name) => `${name}: fehlt`),
    ]);
  });
});

test.each([
  ['NODE_ENV', 'prod'],
  ['PORTAL_PORT', '70000'],
  ['PORTAL_PORT', 'achtzig'],
  ['DATABASE_URL', 'mysql://a:b@db/portal'],
  ['DATABASE_URL', 'postgresql://a:b@one:5432,two:zwei/portal'],
  ['PORTAL_DATABASE_POOL', '1'],
  ['PORTAL_BASE_URL', 'preise.example.com'],
  ['PORTAL_ENVIRONMENT', 'prod'],
  ['PORTAL_IDENTITY_URL', 'anmeldung'],
  ['PORTAL_IDENTITY_SERVICE_CLIENTS', 'till-sync,*'],
  ['PORTAL_CUSTOMER_CENTRE_URL', 'kundencenter'],
  ['PORTAL_TOOLS', '[{"id": "eins"}]'],
  ['PORTAL_TOOLS', 'kein JSON'],
  ['PORTAL_SUPPORT', '{"DE": {}}'],
  ['PORTAL_IMPRINT_URL_DE', 'impressum'],
  ['PORTAL_PROFILE_URL', 'profil'],
  ['PORTAL_HELP_URL', 'javascript:alert(1)'],
  ['PORTAL_SMTP_URL', 'https://mail.example.com'],
  ['PORTAL_MAIL_FROM', '-'],
  ['PORTAL_MAIL_ATTACHMENT_MB', '0'],
  ['PORTAL_LINK_SECRET', 'kurz'],
  ['PORTAL_TASKS_URL', 'ftp://example.com'],
  ['PORTAL_TASKS_SECRET', 'kurz'],
  ['PORTAL_DRAIN_SECONDS', '-1'],
  ['PORTAL_SHUTDOWN_SECONDS', '0'],
  ['PORTAL_TRUST_PROXY', '10.0.0.0/33'],
  ['PORTAL_RATE_FACTOR', '-1'],
  ['PORTAL_METRICS_PORT', 'neun'],
  ['PORTAL_TEST_CLOCK', 'ja'],
  ['PORTAL_LOG_LEVEL', 'laut'],
])('%s=%s is refused by its name', (name, text) => {
  const [, ...lines] = issuesOf({ [name]: text });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name}: (?!fehlt).`));
  expect(lines[0]).not.toMatch(/Invalid|expected|Too small/);
});

test('an empty optional setting is as good as none', () => {
  const empty = [
    'PORTAL_RATE_FACTOR',
    'PORTAL_DATABASE_POOL',
    'PORTAL_IMPRINT_URL_DE',
    'PORTAL_TRUST_PROXY',
    'PORTAL_TOOLS',
  ];
  const config = readConfig({ ...NEEDED, ...Object.fromEntries(empty.map((name) => [name, ''])) });
  expect(config).toEqual(readConfig(NEEDED));
});

test('the address of the portal is a bare origin', () => {
  for (const [text, origin] of [
    ['https://preise.example.com', 'https://preise.example.com'],
    ['https://preise.example.com/', 'https://preise.example.com'],
    ['https://Preise.Example.com:8443', 'https://preise.example.com:8443'],
    ['https://preise.example.com:443', 'https://preise.example.com'],
  ] as const)
    expect(readConfig({ ...NEEDED, PORTAL_BASE_URL: text }).baseUrl).toBe(origin);
  expect(readConfig({ ...NEEDED, PORTAL_ENVIRONMENT: 'dev', PORTAL_BASE_URL: 'http://localhost:3000/' }).baseUrl).toBe(
    'http://localhost:3000',
  );
  for (const text of [
    'https://preise.example.com/portal',
    'https://preise.example.com//',
    'https://preise.example.com?a=1',
    'https://preise.example.com/?',
    'https://preise.example.com/#anker',
    'https://user:geheim@preise.example.com',
    'https://user@preise.example.com',
    'ftp://preise.example.com',
    'javascript:alert(1)',
    'https://',
    'https://a b',
    'https:preise.example.com',
  ]) {
    const [, ...lines] = issuesOf({ PORTAL_BASE_URL: text });
    expect([text, lines]).toEqual([
      text,
      [
        'PORTAL_BASE_URL: nur http(s)://, Name und Port, z. B. https://preise.example.com, ohne Pfad, Parameter, Anker und Zugangsdaten',
      ],
    ]);
  }
});

describe('where real pharmacies work', () => {
  const secretOf = (name: string, secret: string) =>
    ({ DATABASE_URL: `postgresql://portal_api:${secret}@db/portal`, PORTAL_SMTP_URL: `smtp://u:${secret}@mail` })[
      name
    ] ?? secret;
  const cases = ['DATABASE_URL', 'PORTAL_SMTP_URL', 'PORTAL_LINK_SECRET', 'PORTAL_TASKS_SECRET'].flatMap((name) =>
    PUBLISHED_SECRETS.filter((secret) => !/_SECRET/.test(name) || secret.length >= 32).map(
      (secret) => [name, secret] as const,
    ),
  );
  test.each(cases)('%s is not the published %s', (name, secret) => {
    const setting = { [name]: secretOf(name, secret) };
    expect(issuesOf(setting)).toEqual([
      `${name}: Das Geheimnis der Vorführung ist öffentlich bekannt und im Produktivbetrieb nicht erlaubt.`,
    ]);
    expect(issuesOf({ ...setting, PORTAL_ENVIRONMENT: 'pilot' })[0]).toContain(`${name}: `);
    expect(readConfig({ ...NEEDED, ...setting, PORTAL_ENVIRONMENT: 'test' }).environment).toBe('test');
  });

  test.each([
    ['DATABASE_URL', 'postgresql://portal_api@db/portal?password=portal_api'],
    ['DATABASE_URL', 'postgresql://portal_api:secret@one,two/portal?sslmode=require&password=p%6Frtal'],
    ['PGPASSWORD', 'portal_api'],
    ['PGPASSWORD', ' postgres '],
  ])('%s=%s carries a published password where PostgreSQL looks as well', (name, text) => {
    for (const environment of ['production', 'pilot'])
      expect(issuesOf({ [name]: text, PORTAL_ENVIRONMENT: environment })).toEqual([
        expect.stringMatching(`^${name}: Das Geheimnis der Vorführung ist öffentlich bekannt`),
      ]);
  });

  test.each(['a'.repeat(32), 'geheim'.repeat(6), `${'0123456789'.repeat(3)}0123`, 'abcdabcdabdcabcdabcdabcdabcdabcd'])(
    'a secret is random: %s is not',
    (secret) => {
      for (const name of ['PORTAL_LINK_SECRET', 'PORTAL_TASKS_SECRET'])
        expect(issuesOf({ [name]: secret })).toEqual([
          `${name}: Das Geheimnis wiederholt sich und ist leicht zu erraten; nötig sind 32 zufällige Zeichen.`,
        ]);
      expect(readConfig({ ...NEEDED, PORTAL_LINK_SECRET: secret, PORTAL_ENVIRONMENT: 'dev' }).environment).toBe('dev');
    },
  );

  test('each secret has one purpose', () => {
    expect(issuesOf({ PORTAL_TASKS_SECRET: NEEDED.PORTAL_LINK_SECRET })).toEqual([
      'PORTAL_TASKS_SECRET: Das Geheimnis muss ein anderes sein als PORTAL_LINK_SECRET.',
    ]);
  });

  test('people sign in through TLS, unless a setting says otherwise', () => {
    const plain = { PORTAL_IDENTITY_URL: 'http://anmeldung.example.com' };
    expect(issuesOf(plain)).toEqual([
      'PORTAL_IDENTITY_URL: Im Produktivbetrieb muss die Adresse mit https:// beginnen; PORTAL_IDENTITY_HTTP=1 erlaubt http://.',
    ]);
    for (const allowed of [{ PORTAL_IDENTITY_HTTP: '1' }, { PORTAL_ENVIRONMENT: 'test' }])
      expect(readConfig({ ...NEEDED, ...plain, ...allowed }).identity.url).toBe('http://anmeldung.example.com');
  });

  test('all that must not be is named at once, and no secret with it', () => {
    const issues = issuesOf({
      PORTAL_BASE_URL: 'http://preise.example.com',
      PORTAL_TEST_CLOCK: '1',
      PORTAL_LINK_SECRET: 'demo-secret-of-the-links-in-mails',
      DATABASE_URL: 'postgresql://portal:p%6Frtal@db/portal',
      PORTAL_SUPPORT: undefined,
    });
    expect(issues.map((line) => line.split(':')[0])).toEqual([
      'PORTAL_TEST_CLOCK',
      'PORTAL_BASE_URL',
      'DATABASE_URL',
      'PORTAL_LINK_SECRET',
      'PORTAL_SUPPORT',
    ]);
    expect(issues.join('\n')).not.toContain('demo-secret');
  });

  test('the clock cannot be moved, in the pilot neither', () => {
    for (const environment of ['production', 'pilot', undefined])
      expect(issuesOf({ PORTAL_TEST_CLOCK: '1', PORTAL_ENVIRONMENT: environment })[0]).toContain('PORTAL_TEST_CLOCK');
    for (const environment of ['dev', 'test'])
      expect(readConfig({ ...NEEDED, PORTAL_TEST_CLOCK: '1', PORTAL_ENVIRONMENT: environment }).testClock).toBe(true);
  });
});

test('production has contacts of its own and no clock that can be moved', () => {
  expect(issuesOf({ PORTAL_SUPPORT: undefined })[0]).toContain('PORTAL_SUPPORT');
  expect(issuesOf({ PORTAL_TEST_CLOCK: '1' })[0]).toContain('PORTAL_TEST_CLOCK');
  expect(readConfig({ ...NEEDED, PORTAL_SUPPORT: undefined, PORTAL_ENVIRONMENT: 'pilot' }).environment).toBe('pilot');
});

test('no message repeats a secret', () => {
  const message = issuesOf({
    PORTAL_LINK_SECRET: 'geheim',
    DATABASE_URL: 'http://a:geheim@db',
    PORTAL_SMTP_URL: 'x:geheim',
  });
  expect(message.join('\n')).not.toContain('geheim');
});

test('without a customer centre nobody is told', async () => {
  const { tasks } = readConfig({ ...NEEDED, PORTAL_TASKS_URL: 'none' });
  expect(tasks.url).toBeNull();
  const called = jest.spyOn(globalThis, 'fetch');
  const send = createSignedSender<'pharmacy'>(tasks, (payload) => payload);
  await send({ messageId: 'a' } as never, AbortSignal.abort());
  expect(called).not.toHaveBeenCalled();
});
