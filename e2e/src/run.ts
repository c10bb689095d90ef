import { runJourneys } from './run-playwright.ts';

/**
 * Runs the browser journeys, or those of the files named: `run.ts [FILE …]`. Closes with one line of counts as JSON, which the
 * command behind `npm test` reads.
 */
const files = process.argv.slice(2);
// what only the whole of the journeys can show is checked by the last of them
const whole = files.length === 0 ? { PORTAL_E2E_WHOLE: '1' } : {};
const { counts, code } = await runJourneys(files, whole);
process.stdout.write(`\n${JSON.stringify(counts)}\n`);
process.exitCode = code;
