import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { findDistribution, findJava, KEYCLOAK_VERSION, MissingPart } from '../src/keycloak/distribution.ts';
import { printRealm, REALM_FILES } from '../src/keycloak/realm-files.ts';

describe('the realm files', () => {
  test.each(REALM_FILES)('$path is what `pnpm keycloak:realm` writes', async ({ path, realm }) => {
    expect(await readFile(path, 'utf8')).toBe(printRealm(realm));
  });

  test('of production hold no password, no secret and no user', async () => {
    const [path] = REALM_FILES.map((file) => file.path).filter((name) => name.includes('production'));
    const text = await readFile(path!, 'utf8');
    const realm = JSON.parse(text) as {
      sslRequired: string;
      users: { username: string }[];
      clients: { clientId: string; secret?: string; redirectUris?: string[] }[];
    };
    expect(text).not.toMatch(/demo|localhost|"credentials"/);
    expect(realm.users.map((user) => user.username)).toEqual([
      'service-account-pricing-engine',
      'service-account-customer-centre',
    ]);
    expect(realm.clients.flatMap((client) => client.secret ?? [])).toEqual([
      '${PORTAL_PRICING_ENGINE_SECRET}',
      '${PORTAL_CUSTOMER_CENTRE_SECRET}',
    ]);
    expect(realm.clients.flatMap((client) => client.redirectUris ?? [])).toEqual(['${PORTAL_BASE_URL}/*']);
    expect(realm.sslRequired).toBe('external');
  });

  test('are for the release that docker-compose.yml runs', async () => {
    const compose = await readFile(new URL('../../docker-compose.yml', import.meta.url), 'utf8');
    const images = [...compose.matchAll(/quay\.io\/keycloak\/keycloak:([\d.]+)/g)].map((match) => match[1]);
    expect(new Set(images)).toEqual(new Set([KEYCLOAK_VERSION]));
  });
});

describe('what a real Keycloak needs', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keycloak-test-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** A command that prints a text. */
  async function program(path: string, text: string, status = 0): Promise<void> {
    await writeFile(join(folder, path), `#!/bin/sh\necho '${text}' >&2\nexit ${status}\n`, { mode: 0o755 });
  }

  test('no Java is named', () => {
    expect(() => findJava({ JAVA_HOME: folder })).toThrow(MissingPart);
    expect(() => findJava({ JAVA_HOME: folder })).toThrow(/Keycloak braucht Java ab Version 17.*gibt es nicht/);
  });

  test('a Java that is too old is named', async () => {
    await mkdir(join(folder, 'bin'));
    await program('bin/java', 'openjdk version "11.0.25" 2024-10-15');
    expect(() => findJava({ JAVA_HOME: folder })).toThrow(/ab Version 17, .* ist Version 11\./);
    await program('bin/java', 'openjdk version "25" 2025-09-16');
    expect(findJava({ JAVA_HOME: folder })).toBe(join(folder, 'bin/java'));
  });

  test('a folder that is no Keycloak is named', async () => {
    const found = findDistribution({ KEYCLOAK_HOME: folder });
    await expect(found).rejects.toThrow(`KEYCLOAK_HOME: In ${folder} liegt kein Keycloak`);
    await expect(found).rejects.toBeInstanceOf(MissingPart);
  });

  test('a missing Maven is named, and nothing half made stays', async () => {
    const env = { PORTAL_CACHE: join(folder, 'cache'), PATH: folder };
    await expect(findDistribution(env)).rejects.toThrow(/Keycloak fehlt: Maven \(mvn\) installieren/);
    await program('mvn', 'Could not resolve org.keycloak', 1);
    await expect(findDistribution(env)).rejects.toThrow(/ließ sich nicht laden[^]*Could not resolve org\.keycloak/);
    await expect(readFile(join(folder, 'cache', `keycloak-${KEYCLOAK_VERSION}`))).rejects.toThrow('ENOENT');
  });
});
