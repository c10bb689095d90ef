import type { Plugin } from 'vite';

/**
 * Begins the parts of these names with the line by which Chromium compiles all functions of a script while it reads it, off the main
 * thread (docs/adr/0084-what-a-start-runs-is-compiled-while-it-is-read.md); for other browsers it is a comment. The build fails on a
 * name that no part has.
 */
export function compileAhead(names: ReadonlySet<string>): Plugin {
  return {
    name: 'portal-compile-ahead',
    apply: 'build',
    generateBundle: {
      // Vite writes its list of files before everything else, also before a banner; only the first line counts.
      order: 'post',
      handler(_options, bundle) {
        const parts = Object.values(bundle).filter((file) => file.type === 'chunk');
        const missing = [...names].filter((name) => parts.every((part) => part.name !== name));
        if (missing.length > 0) this.error(`no part of the build has the name ${missing.join(', ')}`);
        for (const part of parts) {
          if (names.has(part.name)) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
        }
      },
    },
  };
}
