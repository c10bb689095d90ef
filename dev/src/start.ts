import { resolve } from 'node:path';
import { portalPort } from './ports.ts';
import { runCommand, say } from './stack/command.ts';
import { startStack } from './stack/stack.ts';

/** `npm start`: the whole portal on this machine, until Ctrl-C. */
await runCommand(async (signal) =>
  startStack({
    port: portalPort(),
    dataDir: resolve(process.env.PORTAL_DATA ?? '.portal'),
    log: say,
    onApiOutput: (text) => void process.stderr.write(text),
    signal,
  }),
);
