// Copies what pnpm installs from, and nothing else, so that a change of sources does not install anew:
// node manifests.mjs SOURCE TARGET
import { cpSync, globSync } from 'node:fs';
import { join } from 'node:path';

const [source, target] = process.argv.slice(2);
if (!source || !target) throw new Error('usage: manifests.mjs SOURCE TARGET');
const packages = ['apps/*', 'packages/*', 'tools/*', '*'].map((folder) => `${folder}/package.json`);
for (const file of ['package.json', 'pnpm-lock.yaml', 'pnpm-workspace.yaml', ...globSync(packages, { cwd: source })]) {
  cpSync(join(source, file), join(target, file));
}
