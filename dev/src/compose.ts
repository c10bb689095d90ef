/** A service of docker-compose.yml, as far as its commands are checked. */
export type Service = { readonly profiles?: readonly string[]; readonly environment?: Record<string, string | null> };

export type ComposeCommand = {
  readonly profiles: readonly string[];
  readonly envFile: string;
  readonly name: string;
  readonly options: Readonly<Record<string, string>>;
  /** Named services; of `run` and `exec` the one. */
  readonly services: readonly string[];
  /** What runs in the service, or the files of `cp`. */
  readonly words: readonly string[];
};

/** Options that the documents use; `true` where a value follows. */
const OPTIONS: Readonly<Record<string, Readonly<Record<string, boolean>>>> = {
  build: {},
  cp: {},
  down: { volumes: false },
  exec: { 'no-TTY': false, user: true, workdir: true },
  logs: {},
  ps: { all: false },
  pull: {},
  run: { rm: false, 'no-deps': false, user: true, entrypoint: true },
  stop: {},
  up: { build: false, detach: false, 'no-deps': false, wait: false, scale: true },
};
const GLOBAL = { profile: true, 'env-file': true };

/**
 * The words behind `docker`, read as Compose reads them.
 * @throws Error for a command, option, profile or service that is not there
 */
export function readCompose(given: readonly string[], services: Readonly<Record<string, Service>>): ComposeCommand {
  const left = [...given];
  if (left.shift() !== 'compose') throw new Error(`docker ${given[0] ?? ''}: not a command of Compose`);
  const profiles: string[] = [];
  let envFile = '';
  for (const [name, value] of take(left, GLOBAL)) {
    if (name === 'profile') profiles.push(value);
    else envFile = value;
  }
  const known = new Set(Object.values(services).flatMap((service) => service.profiles ?? []));
  for (const profile of profiles) if (!known.has(profile)) throw new Error(`no profile ${profile}`);
  const name = left.shift() ?? '';
  const options = OPTIONS[name];
  if (!options) throw new Error(`docker compose ${name}: unknown here`);
  const found = Object.fromEntries(take(left, options));
  const isOne = name === 'run' || name === 'exec';
  const named = name === 'cp' ? placesOf(left) : left.splice(0, isOne ? 1 : left.length);
  if (isOne && named.length === 0) throw new Error(`docker compose ${name} names no service`);
  for (const service of [...named, ...(found.scale ? [found.scale.split('=')[0] ?? ''] : [])])
    if (!services[service]) throw new Error(`no such service: ${service}`);
  return { profiles, envFile, name, options: found, services: named, words: left };
}

/** Options in front, which are taken away. */
function take(left: string[], known: Readonly<Record<string, boolean>>): [string, string][] {
  const found: [string, string][] = [];
  while (left[0]?.startsWith('-')) {
    const [name = '', given] = (left.shift() ?? '').slice(2).split(/=(.*)/s);
    if (!(name in known)) throw new Error(`unknown flag: --${name}`);
    found.push([name, known[name] ? (given ?? left.shift() ?? '') : 'true']);
  }
  return found;
}

const placesOf = (words: readonly string[]) =>
  words.filter((word) => word.includes(':')).map((word) => word.slice(0, word.indexOf(':')));
