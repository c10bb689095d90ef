import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@portal/dev/free-ports.ts';
import { isReady, pause } from './api-instance.ts';

const CONFIG = new URL('../../../../docker/proxy/Caddyfile', import.meta.url);

/** Whether the program is installed here (Debian package caddy). */
export const hasCaddy = (): boolean => spawnSync('caddy', ['version']).status === 0;

/**
 * The proxy of docker-compose.yml with its very configuration, but for the addresses.
 * @param addresses two portals
 */
export async function startCaddy(addresses: readonly string[]): Promise<{ url: string; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'preisportal-caddy-'));
  const port = await freePort();
  const file = join(folder, 'Caddyfile');
  const config = (await readFile(CONFIG, 'utf8'))
    .replace('portal:3000 portal-2:3000', addresses.map((address) => new URL(address).host).join(' '))
    .replace('\n:3000 {', `\nhttp://127.0.0.1:${port} {`);
  await writeFile(file, config);
  const env = { PATH: process.env.PATH, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`caddy has ended with ${child.exitCode}`);
    await pause(50);
  }
  return {
    url,
    async close() {
      child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
