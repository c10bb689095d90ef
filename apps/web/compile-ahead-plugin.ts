import type { Plugin } from 'vite';

/**
 * Begins the parts of these names with the line by which Chromium compiles all functions of a script while it reads it, off the main
 * thread (docs/adr/0084-what-a-start-runs-is-compiled-while-it-is-read.md); for other browsers it is a comment.
 */
export function compileAhead(names: ReadonlySet<string>): Plugin {
  return {
    name: 'portal-compile-ahead',
    apply: 'build',
    generateBundle: {
      // Vite writes its list of files before everything else, also before a banner; only the first line counts.
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type === 'chunk' && names.has(part.name)) part.code = `//# allFunctionsCalledOnLoad\n${part.code}`;
        }
      },
    },
  };
}
