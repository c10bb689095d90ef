import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { portalPort, portsFrom } from './ports.ts';
import { ROOT } from './stack/build-web.ts';
import { startStack } from './stack/stack.ts';

/** `pnpm dev`: like `npm start`, with vite's hot reload in front and the api restarting on changes behind. */
const port = portalPort();
const stack = await startStack({
  port,
  dataDir: resolve(process.env.PORTAL_DATA ?? '.portal'),
  log: (line) => void process.stdout.write(`${line}\n`),
  onApiOutput: (text) => void process.stderr.write(text),
  hotReload: true,
});
const web = join(ROOT, 'apps/web');
const vite = spawn(
  process.execPath,
  [join(web, 'node_modules/vite/bin/vite.js'), '--port', String(port), '--strictPort'],
  {
    cwd: web,
    stdio: 'inherit',
    env: { ...process.env, PORTAL_DEV_API: `http://localhost:${portsFrom(port).devApi}` },
  },
);

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  vite.kill('SIGTERM');
  await stack.stop();
  process.exit(code);
}
process.on('SIGINT', () => void stop(0));
process.on('SIGTERM', () => void stop(0));
vite.on('exit', () => void stop(1));
void stack.failed.then((reason) => {
  process.stderr.write(`${reason}\n`);
  return stop(1);
});
