import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** `pnpm bench [name …]`: runs the named comparisons, or lists them. */
const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''));
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !names.includes(name));

if (wanted.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) process.stdout.write(`unknown: ${unknown.join(', ')}\n`);
  process.stdout.write(`pnpm bench NAME …   with NAME one of: ${names.join(', ')}\n`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const name of wanted) await import(join(folder, `${name}.bench.ts`));
process.exit();
