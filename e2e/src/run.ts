import { globSync, writeFileSync } from 'node:fs';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

/** Runs all browser journeys on one stack and writes the counts as JSON to the file named last. */
const [report, ...wanted] = process.argv.slice(2);
if (!report) throw new Error('usage: run.ts REPORT [FILE …]');
const files = wanted.length > 0 ? wanted : globSync('e2e/tests/**/*.e2e.ts').sort();
// what only the whole of the journeys can show is checked by the last of them
if (wanted.length === 0) process.env.PORTAL_E2E_WHOLE = '1';
process.env.PORTAL_E2E_SEEN ??= `${report}.seen`;
const failedFiles = new Set<string>();
const counts = { passed: 0, failed: 0 };
// Counted and written here, because what ends the database also ends this process, whatever a reporter still has to say.
const save = () => writeFileSync(report, JSON.stringify({ ...counts, failedFiles: [...failedFiles] }));

const stream = run({ files: files.map((file) => file), isolation: 'none', concurrency: 1 });
stream.on('test:pass', ({ details }) => {
  if (details.type !== 'suite') counts.passed += 1;
  save();
});
stream.on('test:fail', ({ details, file }) => {
  if (details.type !== 'suite') counts.failed += 1;
  if (file) failedFiles.add(file);
  save();
});
stream.compose(new spec()).pipe(process.stdout);
