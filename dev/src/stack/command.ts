import { DEMO_PASSWORD, DEMO_USERS } from '../identity/users.ts';
import type { Stack } from './stack.ts';

/** Prints one line for the person at the terminal. */
export const say = (line: string) => void process.stdout.write(`${line}\n`);

/**
 * Runs a command of the terminal until a part of the portal fails or the user ends it with Ctrl-C, by closing the window
 * or by ending the command above. Exits with 0 when the user ended it, with 1 and the reason when it failed.
 */
export async function runCommand(start: (signal: AbortSignal) => Promise<Stack>): Promise<never> {
  const wanted = new AbortController();
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => wanted.abort());
  // A window that is closed takes no more text.
  process.stdout.on('error', () => wanted.abort());
  const ended = new Promise<undefined>((settle) => wanted.signal.addEventListener('abort', () => settle(undefined)));
  try {
    const stack = await start(wanted.signal);
    welcome(stack);
    const failure = wanted.signal.aborted ? undefined : await Promise.race([stack.failed, ended]);
    say(failure === undefined ? '\nDas Portal wird beendet …' : `\n${failure}`);
    await stack.stop();
    if (failure !== undefined) process.exit(1);
  } catch (error) {
    if (!wanted.signal.aborted) {
      process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
      process.exit(1);
    }
  }
  say('Beendet. Die Daten bleiben erhalten.');
  process.exit(0);
}

function welcome({ portalUrl, inboxUrl, customerCentreUrl }: Stack): void {
  say(`\nDas Portal läuft: ${portalUrl}\n`);
  say(`Anmelden (Passwort überall „${DEMO_PASSWORD}“):`);
  for (const user of DEMO_USERS) say(`  ${user.username.padEnd(12)} ${user.description}`);
  say(`\nE-Mails des Portals: ${inboxUrl}`);
  say(`Geschlossene Aufgaben im Kundencenter: ${customerCentreUrl}/aufgaben`);
  say('\nBeenden mit Strg+C.');
}
