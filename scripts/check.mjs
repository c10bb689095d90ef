// `pnpm check`: what the tests do not look at. Unused files, exports and dependencies; comments; the texts of planted
// faults; docker-compose.yml against its schema; the format of every file; migrations against the schema.
import { spawnSync } from 'node:child_process';

const CHECKS = [
  ['knip', 'node_modules/knip/bin/knip.js'],
  ['comments', 'scripts/check-comments.mjs'],
  ['planted faults', 'scripts/planted.mjs', '--check'],
  ['containers', 'node_modules/dclint/bin/dclint.cjs', '--config', '.dclintrc.json', 'docker-compose.yml'],
  ['format', 'node_modules/@biomejs/biome/bin/biome', 'format', '.'],
  ['migrations', 'dev/src/migrations/check-drift.ts'],
];

let failed = 0;
for (const [name, ...args] of CHECKS) {
  process.stdout.write(`── ${name}\n`);
  if (spawnSync(process.execPath, args, { stdio: 'inherit' }).status !== 0) failed += 1;
}
process.stdout.write(failed > 0 ? `\n${failed} of ${CHECKS.length} checks failed\n` : '\nall checks passed\n');
process.exit(failed > 0 ? 1 : 0);
