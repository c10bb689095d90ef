// Stands for `docker` where the commands of the documents are tried: runs the same programs with the environment that
// docker-compose.yml gives them, here instead of in their containers.
import { spawn, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { basename, join, resolve } from 'node:path';
import { type ComposeCommand, readCompose, type Service } from '@portal/dev/compose.ts';
import { serverAccount } from '@portal/dev/postgres/account.ts';
import { parse } from 'yaml';
import { clockOf, RIGHT_CLOCK } from './clock.ts';
import { environmentOf, readSettingsFile } from './settings.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const COMPOSE = join(ROOT, 'docker-compose.yml');

/** What the stage tells of itself. */
export type Engine = {
  /** Takes the commands that start and stop services. */
  readonly url: string;
  /** Addresses and settings of this machine in the place of those of the containers. */
  readonly at: Record<string, string>;
  /** Files and folders of the containers, by service. */
  readonly places: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly database: { readonly bin: string; readonly port: number };
};

const engine = JSON.parse(process.env.SERVICE_ENGINE ?? '{}') as Engine;
const { services } = parse(readFileSync(COMPOSE, 'utf8'), { merge: true }) as { services: Record<string, Service> };
try {
  process.exitCode = await carryOut(readCompose(process.argv.slice(2), services));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 2;
}

async function carryOut(command: ComposeCommand): Promise<number> {
  const { name, words } = command;
  const [service = ''] = command.services;
  if (name === 'cp') {
    const [from = '', to = ''] = words;
    copyFileSync(from, join(placed(service, to.slice(service.length + 1)), basename(from)));
    return 0;
  }
  if (service === 'db' && (name === 'run' || name === 'exec')) return onDatabase(command);
  if (name === 'run') return runNew(command);
  if (name === 'exec') return inPlace(service, words);
  return askEngine(command);
}

/** However long Keycloak takes to start: `fetch` gives up after five minutes. */
async function askEngine(command: ComposeCommand): Promise<number> {
  const sent = request(engine.url, { method: 'POST' });
  sent.end(JSON.stringify(command));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  for await (const part of answer) process.stdout.write(part as Buffer);
  return answer.statusCode === 200 ? 0 : 1;
}

/** A container of its own. */
function runNew({ services: [service = ''], words, envFile }: ComposeCommand): Promise<number> {
  const programs: Record<string, string[]> = {
    migrate: [join(ROOT, 'tools/migrate/src/main.ts')],
    tools: [join(ROOT, 'tools/operate/src/main.ts'), ...words],
    portal: words.slice(1).map((word) => (word.endsWith('.ts') ? join(ROOT, word) : word)),
  };
  const program = programs[service];
  if (!program) throw new Error(`run ${service}: not tried here`);
  return ended(process.execPath, program, {
    env: {
      PATH: process.env.PATH,
      ...clockOf(process.env),
      ...environmentOf(COMPOSE, service, readSettingsFile(envFile), engine.at),
      ...engine.at,
    },
  });
}

/** As in the container of the database, whose own user comes in without a password. */
async function onDatabase({ options, words, envFile }: ComposeCommand): Promise<number> {
  const [program = '', ...args] = [options.entrypoint ?? [], ...words].flat().map((word) => placed('db', word));
  // These two folders are the script's own where none are named.
  const folders = program === 'sh' ? [placed('db', '/backup'), placed('db', '/archive')] : [];
  const { bin, port } = engine.database;
  const account = options.user ? await serverAccount([placed('db', '/tmp')]) : { spawn };
  const child = account.spawn(program, [...args, ...folders], {
    cwd: options.user ? placed('db', options.workdir ?? '/tmp') : process.cwd(),
    stdio: 'inherit',
    env: {
      ...RIGHT_CLOCK,
      PATH: `${bin}:${process.env.PATH ?? ''}`,
      PGDATA: placed('db', '/var/lib/postgresql/data'),
      PGHOST: 'localhost',
      PGPORT: String(port),
      PGUSER: 'postgres',
      PGPASSWORD: readSettingsFile(envFile).POSTGRES_PASSWORD,
    },
  });
  return new Promise((settle, reject) => child.on('error', reject).on('exit', (code) => settle(code ?? 1)));
}

function inPlace(service: string, words: readonly string[]): Promise<number> {
  const [program = '', ...args] = words.map((word) => placed(service, word));
  return ended(program, args, { env: { ...process.env, ...RIGHT_CLOCK } });
}

/** Where something of a container lies here. */
function placed(service: string, word: string): string {
  const places = Object.entries(engine.places[service] ?? {});
  const [from, to] = places.find(([place]) => word === place || word.startsWith(`${place}/`)) ?? ['', ''];
  return to + word.slice(from.length);
}

function ended(program: string, args: readonly string[], options: SpawnOptions): Promise<number> {
  const child = spawn(program, args, { stdio: 'inherit', ...options });
  return new Promise((settle, reject) => child.on('error', reject).on('exit', (code) => settle(code ?? 1)));
}
