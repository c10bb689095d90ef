// Loads the approved prices of one pharmacy into the file its till reads. Meant to be started every few minutes by the system's
// scheduler. Reading order: sync.ts (the run), inventory.ts, portal.ts (the calls), call.ts (patience), price-file.ts and state.ts (the files).
import { terminalLog } from './log.ts';
import { run } from './run.ts';

process.exitCode = await run(process.env, terminalLog, process.argv.slice(2));
