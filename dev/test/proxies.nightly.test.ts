import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { freePortalPort } from '../src/free-ports.ts';
import { commandsOf, withWords } from '../src/pages.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const has = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)));
const where = (name: string) => (has(name) ? describe : describe.skip);
const named = (name: string) => (has(name) ? name : `not run: no ${name}`);

let folder: string;
let running: ChildProcess | undefined;
let portals: Server[];
let isReady: boolean;
let asked: IncomingMessage[];

async function listen(): Promise<number> {
  const server = createServer((incoming, response) => {
    if (incoming.url === '/api/health/ready') return void response.writeHead(isReady ? 200 : 503).end();
    asked.push(incoming);
    incoming.resume().on('end', () => response.end('of the portal'));
  });
  portals.push(server);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  return (server.address() as AddressInfo).port;
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'preisportal-proxy-'));
  [portals, asked, isReady] = [[], [], true];
});
afterEach(async () => {
  const ended = running?.exitCode === null && new Promise((settle) => running?.once('exit', settle));
  running?.kill('SIGTERM');
  await ended;
  for (const server of portals) {
    server.closeAllConnections();
    await new Promise((settle) => server.close(settle));
  }
  await rm(folder, { recursive: true, force: true });
});

function start(command: string, args: string[]): void {
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  running = spawn(command, args, { cwd: folder, env, stdio: 'ignore' });
}

type Got = { status: number; headers: IncomingMessage['headers']; body: string };

function get(port: number, host: string, path: string, body?: Buffer): Promise<Got> {
  return new Promise((settle, fail) => {
    const options = { port, host: '127.0.0.1', servername: host, path, rejectUnauthorized: false };
    const sent = request({ ...options, method: body ? 'POST' : 'GET', headers: { Host: host } }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => (text += part));
      answer.on('end', () => settle({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }));
    });
    sent.on('error', fail).end(body);
  });
}

async function until<T>(look: () => Promise<T>, isRight: (value: T) => boolean): Promise<T> {
  const end = Date.now() + 20_000;
  for (;;) {
    const [seen] = await Promise.allSettled([look()]);
    if (seen.status === 'fulfilled' && isRight(seen.value)) return seen.value;
    if (Date.now() > end) throw new Error(`the proxy did not come to it: ${inspect(seen)}`);
    await new Promise((settle) => setTimeout(settle, 100));
  }
}

async function triesBoth(port: number): Promise<void> {
  const [portal, sign] = ['preise.example.com', 'anmeldung.example.com'];
  await until(
    () => get(port, portal, '/'),
    ({ body }) => body === 'of the portal',
  );
  expect(asked.at(-1)?.headers).toMatchObject({
    host: portal,
    'x-forwarded-proto': 'https',
    'x-forwarded-host': portal,
    'x-forwarded-for': '127.0.0.1',
  });
  expect((await get(port, portal, '/api/price', Buffer.alloc(32 * 1024 * 1024))).status).toBe(200);
  expect((await get(port, sign, '/realms/preisportal/account')).body).toBe('of the portal');
  for (const path of ['/admin', '/admin/master/console/', '/realms/master', '/realms/master/protocol'])
    expect([path, (await get(port, sign, path)).status]).toEqual([path, 404]);
}

where('caddy')(`docs/docker.md with Caddy (${named('caddy')})`, () => {
  test('ends TLS in front of portal and sign-in, and keeps the administration to this machine', async () => {
    const [portal, sign] = [await listen(), await listen()];
    const port = await freePortalPort();
    const [block = ''] = commandsOf('docs/docker.md', '## Production', 1, 'caddy');
    const text = withWords(block, {
      'preise.example.com {': `https://preise.example.com:${port} {\n  tls internal`,
      'anmeldung.example.com {': `https://anmeldung.example.com:${port} {\n  tls internal`,
      '127.0.0.1:3000': `127.0.0.1:${portal}`,
      '127.0.0.1:3001': `127.0.0.1:${sign}`,
    });
    const own = '{\n  admin off\n  auto_https disable_redirects\n  skip_install_trust\n}\n';
    await writeFile(join(folder, 'Caddyfile'), own + text);
    start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']);
    await triesBoth(port);
    expect((await get(port, 'anmeldung.example.com', '/realms/masters')).body).toBe('of the portal');
  }, 60_000);

  test('docker/proxy answers in German while no portal is ready, and passes on as soon as one is', async () => {
    const [one, two] = [await listen(), await listen()];
    const port = await freePortalPort();
    const source = await readFile(join(ROOT, 'docker/proxy/Caddyfile'), 'utf8');
    await cp(join(ROOT, 'docker/proxy/stoerung.html'), join(folder, 'stoerung.html'));
    const changes = {
      'portal:3000': `127.0.0.1:${one}`,
      'portal-2:3000': `127.0.0.1:${two}`,
      '\n:3000 {': `\n:${port} {`,
    };
    const text = withWords(source, { 'root /etc/caddy': `root ${folder}`, ...changes });
    await writeFile(join(folder, 'Caddyfile'), text.replace('lb_try_duration 5s', 'lb_try_duration 100ms'));
    isReady = false;
    start('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']);
    const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
    const page = await until(
      () => ask('/price/update/1'),
      ({ status }) => status === 503,
    );
    expect(Object.fromEntries(page.headers)).toMatchObject({
      'retry-after': '10',
      'cache-control': 'no-store',
      'content-type': expect.stringMatching('^text/html'),
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
    expect(await page.text()).toContain('Es liegt nicht an Ihrer Internetverbindung.');
    const call = await ask('/api/dashboard');
    expect([call.status, call.headers.get('retry-after'), await call.json()]).toEqual([
      503,
      '10',
      { status: 'fail', reason: 'unavailable', message: expect.stringContaining('in einer Minute'), requestId: '' },
    ]);
    isReady = true;
    const answer = await until(
      () => ask('/price/update/1'),
      ({ status }) => status === 200,
    );
    expect(await answer.text()).toBe('of the portal');
  }, 60_000);
});

where('nginx')(`docs/docker.md with nginx (${named('nginx')})`, () => {
  test('ends TLS in front of portal and sign-in, and keeps the administration to this machine', async () => {
    const [portal, sign] = [await listen(), await listen()];
    const port = await freePortalPort();
    const key = ['-newkey', 'rsa:2048', '-nodes', '-keyout', 'privkey.pem', '-out', 'fullchain.pem'];
    const options = { cwd: folder, stdio: 'ignore' as const };
    execFileSync('openssl', ['req', '-x509', ...key, '-days', '2', '-subj', '/CN=preise.example.com'], options);
    const [block = ''] = commandsOf('docs/docker.md', '## Production', 1, 'nginx');
    const text = withWords(block, {
      '/etc/ssl/portal/': `${folder}/`,
      'listen 443 ssl': `listen 127.0.0.1:${port} ssl`,
      '127.0.0.1:3000': `127.0.0.1:${portal}`,
      '127.0.0.1:3001': `127.0.0.1:${sign}`,
    });
    const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${folder}/${name};`,
    );
    const around = ['daemon off;', `pid ${folder}/pid;`, 'error_log stderr;', 'events {}', 'http { access_log off;'];
    await writeFile(join(folder, 'nginx.conf'), [...around, ...paths, text, '}'].join('\n'));
    start('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf')]);
    await triesBoth(port);
    expect((await get(port, 'anmeldung.example.com', '/realms/masters')).body).toBe('of the portal');
    const large = await get(port, 'preise.example.com', '/api/price', Buffer.alloc(32 * 1024 * 1024 + 1));
    expect(large.status).toBe(413);
  }, 60_000);
});
