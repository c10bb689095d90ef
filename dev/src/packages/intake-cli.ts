import { intake } from './intake.ts';

/** `pnpm intake FILE …`: delivers package files as the pricing engine does. */
process.chdir(process.env.PORTAL_CALLED_FROM ?? '.');
process.exitCode = await intake(process.argv.slice(2), process.env, {
  out: (line) => void process.stdout.write(`${line}\n`),
  err: (line) => void process.stderr.write(`${line}\n`),
});
