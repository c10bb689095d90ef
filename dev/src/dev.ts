import { spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import { portalPort, portsFrom } from './ports.ts';
import { ROOT } from './stack/build-web.ts';
import { runCommand, say } from './stack/command.ts';
import { type Stack, startStack } from './stack/stack.ts';

/** `pnpm dev`: like `npm start`, with vite's hot reload in front and the api restarting on changes behind. */
await runCommand(async (signal) => {
  const port = portalPort();
  const stack = await startStack({
    port,
    dataDir: resolve(process.env.PORTAL_DATA ?? '.portal'),
    log: say,
    onApiOutput: (text) => void process.stderr.write(text),
    hotReload: true,
    signal,
  });
  return withVite(stack, port);
});

function withVite(stack: Stack, port: number): Stack {
  const web = join(ROOT, 'apps/web');
  const args = ['--port', String(port), '--strictPort', '--clearScreen', 'false'];
  const vite = spawn(process.execPath, [join(web, 'node_modules/vite/bin/vite.js'), ...args], {
    cwd: web,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORTAL_API_URL: `http://localhost:${portsFrom(port).devApi}` },
  });
  const ended = new Promise<string>((settle) => {
    vite.on('error', (error) => settle(error.message));
    vite.on('exit', () => settle('Der Vite-Server ist beendet.'));
  });
  return {
    ...stack,
    failed: Promise.race([stack.failed, ended]),
    stop: async () => {
      vite.kill('SIGTERM');
      await ended;
      await stack.stop();
    },
  };
}
