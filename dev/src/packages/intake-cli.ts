import { intake } from './intake.ts';

/** `pnpm intake FILE …`: delivers package files as the pricing engine does. */
process.chdir(process.env.PORTAL_CALLED_FROM ?? '.');
const stop = new AbortController();
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
const output = {
  out: (line: string) => void process.stdout.write(`${line}\n`),
  err: (line: string) => void process.stderr.write(`${line}\n`),
};
process.exitCode = await intake(process.argv.slice(2), process.env, output, stop.signal);
// A call may still be under way.
if (stop.signal.aborted) process.exit();
