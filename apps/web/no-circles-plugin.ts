import type { Plugin } from 'vite';

/** Stops a build whose files import each other in a circle: the first of them would run before what it needs is there. */
export function noCircles(): Plugin {
  return {
    name: 'portal-no-circles',
    apply: 'build',
    generateBundle(_options, bundle) {
      const importsOf = (name: string): readonly string[] => {
        const file = bundle[name];
        return file?.type === 'chunk' ? file.imports : [];
      };
      const done = new Set<string>();
      const follow = (name: string, path: readonly string[]): void => {
        if (path.includes(name)) this.error(`files import each other: ${[...path, name].join(' → ')}`);
        if (done.has(name)) return;
        for (const next of importsOf(name)) follow(next, [...path, name]);
        done.add(name);
      };
      for (const name of Object.keys(bundle)) follow(name, []);
    },
  };
}
