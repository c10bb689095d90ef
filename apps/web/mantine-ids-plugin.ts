import type { Plugin } from 'vite';

const FILE = /@mantine\/hooks\/esm\/use-id\/use-id\.mjs$/;

/** The same promise as Mantine's: an id of the component, as long as it is given no other one. */
const SOURCE = `
import { useId as useReactId } from 'react';
export function useId(given) {
  const own = useReactId();
  return typeof given === 'string' ? given : \`mantine-\${own}\`;
}
`;

/**
 * Mantine draws each component that has an id twice, since it replaces React's by a random one once it is on the page, for the sake of a page that a
 * server has drawn. Ours is drawn by browsers alone, where React's is enough (ADR 81). A build stops where Mantine's file is not found any more.
 */
export function mantineIds(): Plugin {
  let found = false;
  return {
    name: 'portal-mantine-ids',
    apply: 'build',
    load(id) {
      if (!FILE.test(id)) return undefined;
      found = true;
      return { code: SOURCE, map: null };
    },
    generateBundle() {
      if (!found)
        this.error(`no file ${FILE}: is Mantine's useId somewhere else, or not needed to be replaced any more?`);
    },
  };
}
