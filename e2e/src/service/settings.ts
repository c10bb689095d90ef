import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

type Settings = Record<string, string>;
type Compose = { services: Record<string, { environment?: Record<string, string | null> }> };

/** A file of settings as Compose reads it. */
export function readSettingsFile(path: string): Settings {
  const lines = readFileSync(path, 'utf8').split('\n');
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [, name, text = ''] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name ? [[name, text.replace(/^'(.*)'$/, '$1')]] : [];
    }),
  );
}

/** The environment that docker-compose.yml gives a service, with the addresses of this machine in the place of those of its network. */
export function environmentOf(compose: string, service: string, given: Settings, at: Settings): Settings {
  const { services } = parse(readFileSync(compose, 'utf8'), { merge: true }) as Compose;
  const entries = Object.entries(services[service]?.environment ?? {}).map(([name, text]) => {
    const filled = (text ?? `\${${name}-}`).replaceAll(
      /\$\{(\w+)(:?-)([^}]*)\}/g,
      (_, key: string, kind: string, other: string) => (kind === ':-' ? given[key] || other : (given[key] ?? other)),
    );
    const moved = Object.entries(at).reduce((address, [from, to]) => address.replaceAll(from, to), filled);
    return [name, moved] as const;
  });
  return Object.fromEntries(entries);
}
