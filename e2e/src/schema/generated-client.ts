import { execFile } from 'node:child_process';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * As a program of somebody else is made: types by openapi-typescript, calls by openapi-fetch, both what most use for it. They are fetched
 * here and are no packages of the project, since nothing else needs them and the former needs TypeScript 5.
 */
const PACKAGES = ['openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24.19.2'];
const COMPILER = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', '--noEmit'];
const MODULES = ['--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--allowImportingTsExtensions'];

/**
 * Generates types from the document, compiles `client.ts.txt` with them, strictly and the types themselves too, and runs it.
 * @param settings what the program reads from its environment
 * @throws Error with what the generator, the compiler or the program said
 */
export async function checkGeneratedClient(
  folder: string,
  document: string,
  settings: Record<string, string>,
): Promise<string> {
  const home = join(folder, 'client');
  await mkdir(home);
  const env = { ...process.env, ...settings };
  const run = (program: string, ...args: string[]) => promisify(execFile)(program, args, { cwd: home, env });
  await writeFile(join(home, 'package.json'), '{ "type": "module", "private": true }\n');
  await run('npm', 'install', '--no-save', '--no-audit', '--no-fund', ...PACKAGES);
  await writeFile(join(home, 'openapi.json'), document);
  await run('node_modules/.bin/openapi-typescript', 'openapi.json', '--output', 'schema.ts');
  await cp(join(import.meta.dirname, 'client.ts.txt'), join(home, 'client.ts'));
  await run('node_modules/.bin/tsc', ...COMPILER, ...MODULES, 'client.ts');
  return (await run(process.execPath, 'client.ts')).stdout;
}
