import { resolve } from 'node:path';
import { DEMO_PASSWORD, DEMO_USERS } from './identity/users.ts';
import { portalPort } from './ports.ts';
import { startStack } from './stack/stack.ts';

const say = (line: string) => void process.stdout.write(`${line}\n`);

/** `npm start`: the whole portal on this machine, until Ctrl-C. */
async function main(): Promise<number> {
  const port = portalPort();
  const stopRequested = new Promise<string>((resolveStop) => {
    process.on('SIGINT', () => resolveStop('SIGINT'));
    process.on('SIGTERM', () => resolveStop('SIGTERM'));
  });
  const starting = startStack({
    port,
    dataDir: resolve(process.env.PORTAL_DATA ?? '.portal'),
    log: say,
    onApiOutput: (text) => process.stderr.write(text),
  });
  // Ctrl-C while starting: let the step under way finish, then stop everything.
  const stack = await starting;
  say(`\nDas Portal läuft: ${stack.portalUrl}\n`);
  say(`Anmelden (Passwort überall „${DEMO_PASSWORD}“):`);
  for (const user of DEMO_USERS) say(`  ${user.username.padEnd(12)} ${user.description}`);
  say('\nBeenden mit Strg+C.');

  const failure = await Promise.race([stack.failed, stopRequested.then(() => undefined)]);
  say(failure === undefined ? '\nDas Portal wird beendet …' : `\n${failure}`);
  await stack.stop();
  if (failure === undefined) say('Beendet. Die Daten bleiben erhalten.');
  return failure === undefined ? 0 : 1;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
