import { execFile } from 'node:child_process';
import { existsSync, globSync, readdirSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig } from '../../apps/api/src/config.ts';
import { readCompose } from '../src/compose.ts';
import { blocksOf, inlineOf } from '../src/pages.ts';
import { PUBLISHED_SECRETS } from '../../apps/api/src/published-secrets.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFile(join(ROOT, path), 'utf8');

interface Service {
  profiles: string[];
  image: string;
  environment?: Record<string, string | null>;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  ports?: string[];
  volumes?: string[];
  command?: string[];
  mem_limit?: string;
  logging?: unknown;
  network_mode?: string;
  healthcheck?: { test: string[] };
}
let services: Record<string, Service>;
let settings: string[];
let folder: string;

/** Set by the image, or never in production. */
const OF_THE_IMAGE = [
  'PORTAL_PORT',
  'PORTAL_HOST',
  'PORTAL_WEB_DIST',
  'PORTAL_TEST_CLOCK',
  'PORTAL_REVISION',
  'PGPASSWORD',
];

beforeAll(async () => {
  services = (parse(await read('docker-compose.yml'), { merge: true }) as { services: typeof services }).services;
  const source = await read('apps/api/src/config.ts');
  settings = [...source.matchAll(/^ {2}([A-Z][A-Z_]+): /gm)].map((match) => match[1] as string);
  folder = await mkdtemp(join(tmpdir(), 'preisportal-docker-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function run(command: string, args: string[], env: Record<string, string> = {}) {
  return new Promise<{ code: number; output: string }>((settle) => {
    const options = { env: { PATH: process.env.PATH ?? '', ...env }, cwd: ROOT };
    execFile(command, args, options, (error, stdout, stderr) => {
      settle({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr });
    });
  });
}

const ofProfile = (name: string) => Object.entries(services).filter(([, { profiles }]) => profiles.includes(name));

describe('docker-compose.yml', () => {
  test('every service belongs to one profile', () => {
    expect(ofProfile('development').map(([name]) => name)).toEqual([
      'dev-db',
      'dev-setup',
      'dev-identity',
      'dev-mail',
      'dev-customer-centre',
      'dev-portal',
    ]);
    expect(ofProfile('production').map(([name]) => name)).toEqual([
      'db',
      'migrate',
      'identity',
      'portal',
      'portal-2',
      'proxy',
    ]);
    expect(ofProfile('tools').map(([name]) => name)).toEqual(['tools']);
    expect(ofProfile('monitoring').map(([name]) => name)).toEqual(['prometheus', 'disks', 'grafana']);
    expect(ofProfile('scale').map(([name]) => name)).toEqual(['scale-coordinator', 'scale-worker-1', 'scale-worker-2']);
    expect(Object.values(services).every(({ profiles }) => profiles.length === 1)).toBe(true);
  });

  test('the portal of production is given every setting there is, and no other', () => {
    expect(settings.length).toBeGreaterThan(30);
    const given = Object.keys(services['portal']?.environment ?? {});
    expect(given.toSorted()).toEqual(settings.filter((name) => !OF_THE_IMAGE.includes(name)).toSorted());
  });

  test('production has no password of its own', () => {
    for (const [name, { environment = {} }] of [...ofProfile('production'), ...ofProfile('tools')]) {
      for (const [setting, text] of Object.entries(environment)) {
        const where = `${name} ${setting}`;
        if (/PASSWORD|SECRET/.test(setting))
          expect([where, text ?? '${}']).toEqual([where, expect.stringMatching(/^\$\{[A-Z_]*-?\}$/)]);
        for (const [, password] of (text ?? '').matchAll(/:\/\/(?:\w+|\$\{[^}]+\}):([^@]*)@/g))
          expect(password).toMatch(/^\$\{[A-Z_]+-\}$/);
      }
    }
  });

  test('what is built here runs without rights and on a file system that cannot be written to', () => {
    const built = Object.values(services).filter(({ image }) => /preisportal/.test(image));
    expect(built).toHaveLength(8);
    for (const service of built) {
      expect(service).toMatchObject({ read_only: true, tmpfs: ['/tmp:size=1g,mode=1777'], cap_drop: ['ALL'] });
    }
  });

  test('the logs of what runs for years are rotated', () => {
    const lasting = [...ofProfile('production'), ...ofProfile('tools'), ...ofProfile('monitoring')];
    expect(lasting).toHaveLength(10);
    const logging = { driver: 'json-file', options: { 'max-size': '50m', 'max-file': '5' } };
    for (const [name, service] of lasting)
      expect([name, service]).toEqual([name, expect.objectContaining({ logging })]);
  });

  test('every service has a limit of memory, and the heap of the portal fits in it', () => {
    for (const [name, { mem_limit }] of Object.entries(services))
      expect([name, mem_limit]).toEqual([name, expect.stringMatching(/^\d+[gm]$/)]);
    for (const name of ['portal', 'portal-2'])
      expect(services[name]).toMatchObject({
        mem_limit: '3g',
        command: expect.arrayContaining(['--max-old-space-size=1536']),
      });
    // The image of PostgreSQL takes 100 connections; each portal 12 and two more for its jobs.
    expect(2 * 14 + Number(services['identity']?.environment?.['KC_DB_POOL_MAX_SIZE'])).toBeLessThan(90);
  });

  test('the two portals differ in nothing, and the proxy and the monitoring know both', async () => {
    expect(services['portal-2']).toEqual(services['portal']);
    expect(await read('docker/proxy/Caddyfile')).toContain('reverse_proxy portal:3000 portal-2:3000 {');
    expect(await read('docker/monitoring/prometheus.yml')).toContain("['portal:9400', 'portal-2:9400']");
  });

  test('nothing is reachable from other machines', () => {
    for (const port of Object.values(services).flatMap(({ ports = [] }) => ports))
      expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const { command } of Object.values(services).filter(({ network_mode }) => network_mode === 'host'))
      expect(command).toContain('-clisten_addresses=127.0.0.1');
  });

  test('the servers of the profile scale differ in their port alone, and keep nothing', () => {
    const cluster = ofProfile('scale').map(([, service]) => service);
    expect(cluster.map(({ environment }) => environment?.['PGPORT'])).toEqual(['3007', '3008', '3009']);
    for (const { image, command, volumes, tmpfs } of cluster)
      expect({ image, command, volumes, tmpfs }).toEqual({
        image: cluster[0]?.image,
        command: cluster[0]?.command,
        volumes: undefined,
        tmpfs: ['/var/lib/postgresql/data'],
      });
  });

  test('what is mounted and started exists', () => {
    for (const { volumes = [], command = [] } of Object.values(services)) {
      const mounted = volumes
        .filter((volume) => volume.startsWith('./'))
        .map((volume) => volume.split(':')[0] as string);
      const started = command.filter((word) => /\.m?[jt]s$/.test(word));
      for (const path of [...mounted, ...started]) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    }
  });

  test('the portal of development accepts its settings', () => {
    const environment = services['dev-portal']?.environment as Record<string, string>;
    expect(readConfig(environment)).toMatchObject({ environment: 'dev', baseUrl: 'http://localhost:3000' });
  });
});

test.each(['first-day', 'operations', 'docker'].map((name) => `docs/${name}.md`))(
  '%s names profiles, services and options that there are',
  (page) => {
    const lines = [...blocksOf(page).map(({ text }) => text), ...inlineOf(page)].join('\n').split(/\n|&&|;/);
    const commands = lines.flatMap((line) => {
      const [, name = '', rest = ''] = /^\s*(docker compose|portal|tools) ([^|<>#]*)/.exec(line) ?? [];
      const words = rest.replaceAll('"$(id -u):$(id -g)"', 'me').split(/\s+/).filter(Boolean);
      if (name === 'tools') return [['compose', 'run', '--rm', 'tools', ...words]];
      return name && words[0] !== '()' ? [['compose', ...words]] : [];
    });
    for (const words of commands) expect(() => readCompose(words, services)).not.toThrow();
    expect(commands.length).toBeGreaterThan(5);
  },
);

test('a command of Compose that Compose would refuse is refused', () => {
  const read = (line: string) => readCompose(`compose ${line}`.split(' '), services);
  expect(() => read('--profile production up --detach portal-3')).toThrow('no such service: portal-3');
  expect(() => read('--profile produktion up')).toThrow('no profile produktion');
  expect(() => read('exec --tty db psql')).toThrow('unknown flag: --tty');
  expect(() => read('upp')).toThrow('unknown here');
  expect(read('run --rm --user 1:1 tools people people.csv --check')).toMatchObject({
    services: ['tools'],
    words: ['people', 'people.csv', '--check'],
  });
});

describe('settings', () => {
  test('are all described', async () => {
    const text = await read('docs/settings.md');
    expect(settings.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    const asked = [...(await read('docker-compose.yml')).matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1] as string);
    expect(asked.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    const commands = await read('tools/operate/src/accounts/settings.ts');
    const ofCommands = [...commands.matchAll(/\bKEYCLOAK_ADMIN_[A-Z_]*[A-Z]\b/g)].map(([name]) => name);
    expect(ofCommands.filter((name) => !text.includes(`\`${name}\``))).toEqual([]);
    const known = new Set([
      ...settings,
      ...asked,
      ...ofCommands,
      ...Object.keys(services['migrate']?.environment ?? {}),
    ]);
    const described = [...text.matchAll(/`([A-Z]+_[A-Z_]+)`/g)].map((match) => match[1] as string);
    expect(described.filter((name) => !known.has(name))).toEqual([]);
  });

  test('are all in the template of production, secrets without a value', async () => {
    const lines = (await read('docker/production.env.example')).split('\n').filter((line) => /^[A-Z]/.test(line));
    const template = new Map(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    const asked = [...(await read('docker-compose.yml')).matchAll(/\$\{([A-Z_]+)/g)].map((match) => match[1] as string);
    const passedOn = Object.entries(services['portal']?.environment ?? {}).filter(([, text]) => text === null);
    const wanted = new Set([...asked, ...passedOn.map(([name]) => name)]);
    expect([...template.keys()].toSorted()).toEqual([...wanted].toSorted());
    for (const [name, text] of template)
      if (/PASSWORD|SECRET|SMTP/.test(name)) expect([name, text]).toEqual([name, '']);
  });
});

describe('docker/Dockerfile', () => {
  test('copies what exists, and the sources of every package that is installed', async () => {
    const text = await read('docker/Dockerfile');
    const copied = [...text.matchAll(/^COPY (?!--from)(\S+) \S+$/gm)].map((match) => match[1] as string);
    for (const path of copied) expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    const needed = async (manifest: string): Promise<string[]> => {
      const { dependencies = {} } = JSON.parse(await read(manifest)) as { dependencies?: Record<string, string> };
      return Object.keys(dependencies).filter((name) => name.startsWith('@portal/'));
    };
    // The api comes from the build, with the database's client.
    const elsewhere: Record<string, string> = { '@portal/api': '', '@portal/migrate': 'tools/migrate/src' };
    for (const part of ['apps/api', 'tools/migrate', 'tools/operate', 'packages/contracts']) {
      for (const name of await needed(`${part}/package.json`)) {
        const source = elsewhere[name] ?? `packages/${name.slice('@portal/'.length)}/src`;
        if (source) expect(copied).toContain(source);
      }
    }
    expect(copied).toContain('tools/operate/src');
  });

  test('installs every package that the code in it imports', async () => {
    const workspaces = ['apps/api', 'packages/*', 'tools/*'].flatMap((path) => ['--workspace', path]);
    const knip = [join(ROOT, 'node_modules/knip/bin/knip.js'), '--production', '--strict', '--include', 'unlisted'];
    expect(await run(process.execPath, [...knip, ...workspaces])).toEqual({ code: 0, output: '' });
  }, 60_000);

  test('is not root, and is asked by Compose whether it is healthy, in whatever format it was built', async () => {
    const text = await read('docker/Dockerfile');
    expect(text).toMatch(/^USER 1000:1000$/m);
    expect(text).not.toContain('HEALTHCHECK');
    const asked = Object.entries(services).filter(([, { healthcheck }]) =>
      healthcheck?.test.includes('docker/healthy.mjs'),
    );
    expect(asked.map(([name]) => name)).toEqual(['dev-portal', 'portal', 'portal-2']);
    expect(text.match(/^FROM .*$/gm)?.at(-1)).toBe('FROM base AS portal');
  });
});

test('foreign images are named by digest, foreign actions by commit', async () => {
  const digest = /^[a-z0-9./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/;
  // The cluster for tests holds nothing of anybody: a version is enough.
  const ofTests = ofProfile('scale').map(([, { image }]) => image);
  for (const image of ofTests) expect(image).toMatch(/^citusdata\/citus:\d+\.\d+\.\d+$/);
  const images = Object.values(services).map(({ image }) => image);
  const foreign = images.filter((image) => !/^(preisportal:|\$\{PORTAL_IMAGE)/.test(image) && !ofTests.includes(image));
  expect(new Set(foreign).size).toBe(6);
  const dockerfile = await read('docker/Dockerfile');
  const node = /^ARG NODE_IMAGE=(\S+)$/m.exec(dockerfile)?.[1] ?? '';
  for (const image of [...foreign, node]) expect(image).toMatch(digest);
  const bases = [...dockerfile.matchAll(/^FROM (\S+) AS (\S+)$/gm)];
  const own = bases.map(([, , name]) => name);
  expect(bases.map(([, base]) => base).filter((base) => base !== '${NODE_IMAGE}' && !own.includes(base))).toEqual([]);

  const workflows = globSync('.github/workflows/*.yml', { cwd: ROOT });
  expect(workflows.length).toBeGreaterThan(3);
  for (const path of workflows) {
    const used = [...(await read(path)).matchAll(/uses: (.*)$/gm)].map((match) => match[1] as string);
    for (const action of used)
      expect([path, action]).toEqual([path, expect.stringMatching(/@[0-9a-f]{40} # v\d+(\.\d+)*$/)]);
  }
});

test('every secret that the repository names is known as published', async () => {
  const found = new Set<string>(['postgres', ...Object.values(services).flatMap(secretsOf)]);
  const realm = JSON.parse(await read('docker/keycloak/development/preisportal-realm.json')) as {
    clients: { secret?: string }[];
    users: { credentials?: { value: string }[] }[];
  };
  for (const { secret } of realm.clients) if (secret !== undefined) found.add(secret);
  for (const { credentials = [] } of realm.users) for (const { value } of credentials) found.add(value);
  // Constants of the demo, however they are written.
  const sources = globSync(['dev/src/**/*.ts', 'tools/*/src/**/*.ts'], { cwd: ROOT });
  for (const path of sources) {
    const text = await read(path);
    for (const [, secret] of text.matchAll(/(?:PASSWORD|SECRET|[pP]assword|[sS]ecret)(?: =|:) '([^'$]+)'/g))
      found.add(secret as string);
  }
  expect(found.size).toBeGreaterThan(7);
  expect([...found].filter((secret) => !PUBLISHED_SECRETS.includes(secret))).toEqual([]);
});

function secretsOf({ environment = {} }: Service): string[] {
  return Object.entries(environment).flatMap(([name, text]) => {
    if (text === null || text.includes('${')) return [];
    const inAddress = /:\/\/\w+:([^@]*)@/.exec(text)?.[1];
    return inAddress ?? (/PASSWORD|SECRET/.test(name) ? text : []);
  });
}

describe('docker/healthy.mjs', () => {
  test.each([
    [200, 0],
    [503, 1],
  ])('a portal that answers %i is %i', async (status, code) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(status).end();
    });
    await new Promise<void>((settle) => server.listen(0, 'localhost', settle));
    const port = String((server.address() as AddressInfo).port);
    expect((await run(process.execPath, ['docker/healthy.mjs'], { PORTAL_PORT: port })).code).toBe(code);
    expect(asked).toEqual(['/api/health/ready']);
    await new Promise((settle) => server.close(settle));
    expect((await run(process.execPath, ['docker/healthy.mjs'], { PORTAL_PORT: port })).code).toBe(1);
  });
});

test('docker/manifests.mjs copies what pnpm installs from and nothing else', async () => {
  const target = join(folder, 'manifests');
  expect((await run(process.execPath, ['docker/manifests.mjs', ROOT, target])).code).toBe(0);
  const copied = readdirSync(target, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(new Set(copied.map(({ name }) => name))).toEqual(
    new Set(['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml']),
  );
  const manifests = globSync(['{apps,packages,tools}/*/package.json', '{dev,e2e,bench,faults}/package.json'], {
    cwd: ROOT,
  });
  expect(copied).toHaveLength(manifests.length + 3);
});

const hasBash = existsSync('/bin/bash');
(hasBash ? describe : describe.skip)('docker/keycloak/start.sh', () => {
  const SETTINGS = {
    KC_BOOTSTRAP_ADMIN_PASSWORD: 'a-long-admin-password',
    KC_DB_PASSWORD: 'a-long-db-password',
    KC_HOSTNAME: 'https://anmeldung.example.com',
    PORTAL_BASE_URL: 'https://preise.example.com',
    PORTAL_PRICING_ENGINE_SECRET: 'a-long-engine-secret',
    PORTAL_CUSTOMER_CENTRE_SECRET: 'a-long-customer-centre-secret',
  };
  const start = (env: Record<string, string>) =>
    run('/bin/bash', ['docker/keycloak/start.sh'], { KEYCLOAK_HOME: folder, ...env });

  beforeAll(async () => {
    await mkdir(join(folder, 'bin'));
    await writeFile(join(folder, 'bin/kc.sh'), '#!/bin/sh\necho "started: $*"\n');
    await chmod(join(folder, 'bin/kc.sh'), 0o755);
  });

  test('starts Keycloak when all is there', async () => {
    expect(await start(SETTINGS)).toEqual({ code: 0, output: 'started: start --import-realm\n' });
  });

  test.each(Object.keys(SETTINGS))('names a missing %s', async (name) => {
    const { code, output } = await start({ ...SETTINGS, [name]: '' });
    expect([code, output]).toEqual([78, `Die Einstellungen von Keycloak sind unvollständig. Es fehlen: ${name}\n`]);
  });

  test('refuses the secrets of the demo', async () => {
    for (const name of Object.keys(SETTINGS).filter((name) => /PASSWORD|SECRET/.test(name))) {
      for (const secret of PUBLISHED_SECRETS) {
        const { code, output } = await start({ ...SETTINGS, [name]: secret });
        expect([name, secret, code, output]).toEqual([
          name,
          secret,
          78,
          expect.stringMatching(new RegExp(`^${name}: `)),
        ]);
      }
    }
  });

  test('refuses a short secret', async () => {
    const { code, output } = await start({ ...SETTINGS, PORTAL_PRICING_ENGINE_SECRET: 'kurz' });
    expect([code, output]).toEqual([78, 'PORTAL_PRICING_ENGINE_SECRET: mindestens 16 Zeichen\n']);
  });
});

// As in the image: programs of GNU.
(process.platform === 'linux' && hasBash ? describe : describe.skip)('docker/database', () => {
  const script = 'docker/database/archive-log.sh';
  const [piece, target] = [() => join(folder, 'piece'), () => join(folder, '000000010000000000000001.gz')];
  const archive = (env: Record<string, string> = {}) => run('/bin/sh', [script, piece(), target()], env);

  test('start.sh archives the log into volumes that are new, and gives the database the folder around its own', async () => {
    const bin = join(folder, 'database-bin');
    const PGDATA = join(folder, 'volume/18/docker');
    await mkdir(bin);
    for (const name of ['chown', 'docker-entrypoint.sh'])
      await writeFile(join(bin, name), `#!/bin/sh\necho "${name} $*"\n`, { mode: 0o755 });
    const { code, output } = await run('/bin/bash', ['docker/database/start.sh'], {
      PATH: `${bin}:${process.env.PATH}`,
      PGDATA,
    });
    const command = 'archive_command=sh /opt/preisportal/archive-log.sh %p /archive/%f.gz';
    expect([code, output]).toEqual([
      0,
      `chown postgres: /archive /backup ${join(folder, 'volume/18')}\ndocker-entrypoint.sh postgres -c shared_buffers=1GB -c effective_cache_size=2500MB -c maintenance_work_mem=256MB -c max_wal_size=4GB -c wal_compression=on -c archive_mode=on -c archive_timeout=60s -c ${command}\n`,
    ]);
    expect([existsSync(join(folder, 'volume/18')), existsSync(PGDATA)]).toEqual([true, false]);
    expect(services['db']?.volumes).toEqual(
      expect.arrayContaining(['archive:/archive', 'backup:/backup', './docker/database:/opt/preisportal:ro']),
    );
  });

  test('archive-log.sh keeps a piece once, and none over another', async () => {
    await writeFile(piece(), 'a piece of the log');
    expect(await archive()).toEqual({ code: 0, output: '' });
    expect(gunzipSync(await readFile(target())).toString()).toBe('a piece of the log');
    expect(await archive()).toEqual({ code: 0, output: '' });
    await writeFile(piece(), 'a piece of another server');
    expect(await archive()).toEqual({ code: 1, output: expect.stringContaining('another content') });
    expect(gunzipSync(await readFile(target())).toString()).toBe('a piece of the log');
  });

  test('archive-log.sh says that a piece is kept when its content and its name outlive a power cut', async () => {
    const bin = join(folder, 'sync-bin');
    await mkdir(bin);
    await writeFile(join(bin, 'sync'), `#!/bin/sh\nls "$1"\n`, { mode: 0o755 });
    await rm(target());
    const kept = await archive({ PATH: `${bin}:${process.env.PATH}` });
    expect([kept.code, kept.output.split('\n')]).toEqual([
      0,
      expect.arrayContaining([`${target()}.part`, basename(target())]),
    ]);
    // Killed before it could say so, it is called again.
    const again = await archive({ PATH: `${bin}:${process.env.PATH}` });
    expect([again.code, again.output.split('\n')]).toEqual([0, expect.arrayContaining([basename(target())])]);
  });

  test('archive-log.sh stops before the disk is full', async () => {
    await rm(target());
    const full = await archive({ ARCHIVE_KEEP_FREE_MB: '999999999' });
    expect(full).toEqual({ code: 1, output: expect.stringMatching(/^only \d+ MB free/) });
    expect(existsSync(target())).toBe(false);
  });
});
