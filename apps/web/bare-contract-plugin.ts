import { ENDPOINTS, type Endpoint, UPDATE_ENDPOINTS } from '@portal/contracts';
import type { Plugin } from 'vite';

const CONTRACT = /[\\/]packages[\\/]contracts[\\/]src[\\/].+\.ts$/;
const TABLE = /[\\/]table\.ts$/;

/** What a browser needs of an endpoint to call it. The server checks what is sent, and its tests what it answers. */
const bare = ({ id, method, path, upload, statuses }: Endpoint) => ({ id, method, path, upload, statuses });

/**
 * The contract as a browser needs it: the table of calls without their schemas, and of the other declarations those that some screen
 * reads. The schemas were half of what was evaluated before anything could be drawn, and nobody asked them (ADR 79). A form
 * that checks what was typed imports its schema by name, and gets it.
 */
export function bareContract(): Plugin {
  return {
    name: 'portal-bare-contract',
    apply: 'build',
    enforce: 'post',
    transform(code, id) {
      if (!CONTRACT.test(id)) return undefined;
      return { code: TABLE.test(id) ? bareTable() : leftOutUnlessRead(code, this.parse(code)), map: { mappings: '' } };
    },
  };
}

function bareTable(): string {
  const table = Object.fromEntries(Object.entries(ENDPOINTS).map(([name, each]) => [name, bare(each)]));
  const byKind = Object.entries(UPDATE_ENDPOINTS).map(([kind, calls]) => {
    const names = Object.entries(calls).map(([name, { id }]) => `${name}: ENDPOINTS.${id}`);
    return `${kind}: { ${names.join(', ')} }`;
  });
  return `export const ENDPOINTS = ${JSON.stringify(table)};\nexport const UPDATE_ENDPOINTS = { ${byKind.join(', ')} };\n`;
}

type Program = ReturnType<ThisParameterType<Extract<Plugin['transform'], (...all: never[]) => unknown>>['parse']>;

/** Marks each declaration of a module that calls something as one without effect, so that the bundler drops what nothing reads. */
function leftOutUnlessRead(code: string, { body }: Program): string {
  let marked = '';
  let at = 0;
  for (const statement of body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const { init } of declaration.declarations) {
      if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') continue;
      marked += `${code.slice(at, init.start)}/*#__PURE__*/ (() => (${code.slice(init.start, init.end)}))()`;
      at = init.end;
    }
  }
  return marked + code.slice(at);
}
