import browserslist from 'browserslist';

/** Names of the list as the build knows them; those of phones share the engine of their sister. */
const ENGINES: Record<string, string> = {
  chrome: 'chrome',
  and_chr: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  and_ff: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
};

/**
 * The oldest version of each supported browser (`browserslist` in package.json), e.g. { chrome: '119' }.
 * @throws Error for a browser that the build does not know
 */
export function oldestBrowsers(list = browserslist(undefined, { path: import.meta.dirname })): Record<string, string> {
  const oldest: Record<string, string> = {};
  for (const entry of list) {
    const [name = '', versions = ''] = entry.split(' ');
    const engine = ENGINES[name];
    if (!engine) throw new Error(`no target of the build for ${entry}`);
    const version = versions.split('-')[0] ?? ''; // '17.4-17.6' is one release
    if (!oldest[engine] || Number(version) < Number(oldest[engine])) oldest[engine] = version;
  }
  return oldest;
}

/** The same as the build wants it, e.g. ['chrome119']. */
export function buildTargets(): string[] {
  return Object.entries(oldestBrowsers()).map(([engine, version]) => `${engine}${version}`);
}
