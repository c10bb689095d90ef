// The one way in: makes sure that packages and the right Node are there, then runs the named command with them.
// Plain JavaScript, runs on any Node from 20 on.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const NODE_MODULES = join(ROOT, 'node_modules');
const STAMP = join(NODE_MODULES, '.portal-stamp');
const MANIFESTS = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
const PNPM = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).packageManager;

const COMMANDS = {
  start: ['dev/src/start.ts'],
  dev: ['dev/src/dev.ts'],
  test: ['scripts/test.mjs'],
  lint: ['scripts/test.mjs', 'lint'],
  typecheck: ['scripts/test.mjs', 'typecheck'],
  unit: ['scripts/test.mjs', 'unit'],
  api: ['scripts/test.mjs', 'api'],
  web: ['scripts/test.mjs', 'web'],
  stress: ['scripts/test.mjs', 'stress'],
  nightly: ['scripts/test.mjs', 'nightly'],
  e2e: ['scripts/test.mjs', 'e2e'],
  citus: ['scripts/test.mjs', 'citus'],
  coverage: ['scripts/test.mjs', 'coverage'],
  watch: ['scripts/watch.mjs'],
  keycloak: ['e2e/src/keycloak.ts'],
  service: ['e2e/src/service/main.ts'],
  compose: ['e2e/src/compose/main.ts'],
  schema: ['e2e/src/schema/check-schema.ts'],
  browsers: ['e2e/src/browsers/run.ts'],
  'keycloak:realm': ['dev/src/keycloak/cli.ts'],
  check: ['scripts/check.mjs'],
  'check:rules': ['scripts/check-rules.mjs'],
  'check:comments': ['scripts/check-comments.mjs'],
  'check:docs': ['scripts/check-docs.mjs'],
  'check:texts': ['e2e/src/check-texts.ts'],
  build: ['dev/src/build.ts'],
  gallery: ['apps/web/node_modules/vite/bin/vite.js', '--config', 'apps/web/gallery/vite.config.ts'],
  bench: ['bench/src/run.ts'],
  faults: ['faults/src/run.ts'],
  image: ['dev/src/image/cli.ts'],
  mutation: ['scripts/mutation.mjs'],
  planted: ['scripts/planted.mjs'],
  model: ['apps/api/test/model/cli.ts'],
  migrate: ['dev/src/operate/cli.ts', 'migrate'],
  seed: ['dev/src/demo/cli.ts'],
  intake: ['dev/src/operate/cli.ts', 'intake'],
  'demo:package': ['dev/src/packages/demo-package-cli.ts'],
  'verify:history': ['dev/src/operate/cli.ts', 'history'],
  pharmacies: ['dev/src/operate/cli.ts', 'pharmacies'],
  people: ['dev/src/operate/cli.ts', 'people'],
  tills: ['dev/src/operate/cli.ts', 'tills'],
  'till-sync': ['tools/till-sync/src/main.ts'],
  'till-sync:bundle': ['scripts/bundle-till-sync.mjs'],
  generate: [],
};

const [name, ...rest] = process.argv.slice(2);
if (!(name in COMMANDS)) {
  process.stderr.write(`Befehle: ${Object.keys(COMMANDS).join(', ')}\n`);
  process.exit(2);
}
refuseLostOptions();
/** They run until the user ends them; their first progress line is written here. */
const isServer = name === 'start' || name === 'dev';
const environment = cleanEnvironment();
if (isServer) process.stdout.write('[1/7] Pakete prüfen …\n');
installPackages();
generateClient();
if (COMMANDS[name].length > 0) run(nodeOf(), [...COMMANDS[name], ...rest]);

/** npm keeps options for itself that do not stand behind `--`: a command would do what with `--check` it only looks at. */
function refuseLostOptions() {
  const lost = ['check', 'secrets', 'renew', 'reset', 'embedded'].filter(
    (option) => process.env[`npm_config_${option}`],
  );
  if (lost.length === 0) return;
  process.stderr.write(`Optionen stehen hinter „--“: npm run ${name} -- … --${lost.join(' --')}\n`);
  process.exit(2);
}

/** npm's own variables confuse pnpm and everything started below it. */
function cleanEnvironment() {
  const kept = Object.entries(process.env).filter(([key]) => !/^npm_/i.test(key) && key !== 'INIT_CWD');
  const bin = join(NODE_MODULES, '.bin');
  const path = Object.keys(process.env).find((key) => key.toLowerCase() === 'path') ?? 'PATH';
  return {
    ...Object.fromEntries(kept),
    // Commands run in the project's folder; names of files are meant from where the command was given.
    PORTAL_CALLED_FROM: process.env.INIT_CWD ?? process.cwd(),
    // Processes that start again and again, as the api does in its tests, find their modules compiled.
    ...(name === 'coverage' ? {} : { NODE_COMPILE_CACHE: join(NODE_MODULES, '.cache', 'preisportal-compiled') }),
    [path]: `${bin}${process.platform === 'win32' ? ';' : ':'}${process.env[path] ?? ''}`,
  };
}

function installPackages() {
  const stamp = hash(MANIFESTS.map((file) => readFileSync(join(ROOT, file))));
  if (existsSync(STAMP) && readFileSync(STAMP, 'utf8') === stamp) return;
  process.stdout.write('Pakete installieren (beim ersten Mal etwa eine halbe Minute) …\n');
  const args = ['--yes', PNPM, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'];
  const shell = process.platform === 'win32';
  const { status, stdout, stderr } = spawnSync('npx', args, {
    cwd: ROOT,
    // With NODE_ENV=production the tools would be left out.
    env: { ...environment, NODE_ENV: '' },
    encoding: 'utf8',
    shell,
    maxBuffer: 1 << 26,
  });
  if (status !== 0) {
    process.stderr.write(`${stdout ?? ''}${stderr ?? ''}\nDie Pakete ließen sich nicht installieren.\n`);
    process.exit(1);
  }
  writeFileSync(STAMP, stamp);
  useCommitHook();
}

/** Commits in a clone are linted (scripts/hooks/pre-commit), unless git already has hooks of somebody's own. */
function useCommitHook() {
  const hooks = join(ROOT, '.git/hooks');
  const own = existsSync(hooks) && readdirSync(hooks).some((name) => !name.endsWith('.sample'));
  if (process.env.CI || own || !existsSync(join(ROOT, '.git/config'))) return;
  const git = (...args) => spawnSync('git', ['config', ...args], { cwd: ROOT, stdio: 'ignore' }).status;
  if (git('core.hooksPath') !== 0) git('--local', 'core.hooksPath', 'scripts/hooks');
}

/** The database client is generated from the schema; it is not kept in the repository. */
function generateClient() {
  const schema = join(ROOT, 'prisma/schema.prisma');
  const target = join(ROOT, 'apps/api/src/db/generated');
  const stampFile = join(target, '.stamp');
  const stamp = hash([readFileSync(schema), readFileSync(join(ROOT, 'pnpm-lock.yaml'))]);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  const { status, stdout, stderr } = spawnSync(
    nodeOf(),
    [join(NODE_MODULES, 'prisma/build/index.js'), 'generate', '--schema', schema],
    {
      cwd: ROOT,
      // Generating needs no engine; naming any existing file keeps Prisma from downloading one.
      env: {
        ...environment,
        PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
        PRISMA_HIDE_UPDATE_MESSAGE: '1',
        CHECKPOINT_DISABLE: '1',
      },
      encoding: 'utf8',
    },
  );
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}\nDer Datenbank-Client ließ sich nicht erzeugen.\n`);
    process.exit(1);
  }
  writeFileSync(stampFile, stamp);
}

/** The Node that npm brought; the host's where that package has none for this system. */
function nodeOf() {
  const own = join(NODE_MODULES, '.bin', process.platform === 'win32' ? 'node.exe' : 'node');
  if (existsSync(own) && spawnSync(own, ['--version']).status === 0) return own;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  process.stderr.write('Das Portal braucht Node 24 oder neuer.\n');
  return process.exit(1);
}

/** Runs a command with the terminal of this one and ends as it ends; signals sent to this process alone are passed on. */
function run(command, args) {
  // Over the channel a server notices when this process is killed.
  const stdio = isServer ? ['inherit', 'inherit', 'inherit', 'ipc'] : 'inherit';
  const child = spawn(command, args, { cwd: ROOT, env: environment, stdio });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm hands a signal to its shell only, which ends without telling anybody.
  const parent = process.ppid;
  const watch = () => process.ppid === parent || child.kill('SIGTERM');
  if (process.env.npm_lifecycle_event) setInterval(watch, 500).unref();
  child.on('error', (error) => {
    throw error;
  });
  child.on('exit', (code) => process.exit(code ?? 1));
}

function hash(parts) {
  const digest = createHash('sha256');
  for (const part of parts) digest.update(part).update('\0');
  return digest.digest('hex');
}
