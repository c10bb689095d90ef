// Stands for `docker` where the commands of docs/first-day.md are tried: runs the same program with the environment that
// docker-compose.yml gives it, here instead of in its container.
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { clockOf } from './clock.ts';
import { environmentOf, readSettingsFile } from './settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const args = process.argv.slice(2);
const file = args[args.indexOf('--env-file') + 1] ?? '';
const given = readSettingsFile(file);
const at = JSON.parse(process.env.SERVICE_ADDRESSES ?? '{}') as Record<string, string>;
const run = args.indexOf('run');
// The stage has started what `up` starts.
if (run === -1) process.exit(args.includes('up') ? 0 : 2);

const rest = args
  .slice(run + 1)
  .filter((arg, index, all) => arg !== '--rm' && arg !== '--user' && all[index - 1] !== '--user');
const [service = '', ...command] = rest;
const programs: Record<string, string[]> = {
  tools: [join(ROOT, 'tools/operate/src/main.ts'), ...command],
  portal: command.slice(1).map((arg) => (arg.endsWith('.ts') ? join(ROOT, arg) : arg)),
};
const environment = { ...environmentOf(join(ROOT, 'docker-compose.yml'), service, given, at) };
const { status } = spawnSync(process.execPath, programs[service] ?? [], {
  stdio: 'inherit',
  env: {
    PATH: process.env.PATH,
    NODE_OPTIONS: process.env.NODE_OPTIONS,
    ...clockOf(process.env),
    ...environment,
    ...at,
  },
});
process.exit(status ?? 1);
