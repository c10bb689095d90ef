import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';

/** While a statement waits for a lock of a table, everybody who comes later waits behind it, readers too. */
const LOCK_TIMEOUT_MS = 1000;
/** Together a quarter of an hour: longer than a nightly dump of a day's size holds its locks. */
const ATTEMPTS = 180;
const PAUSE_MS = 4000;
const LOCK_NOT_AVAILABLE = '55P03';

type Step = { readonly text: string; readonly concurrently: boolean };

/**
 * Runs a migration. A line `-- transaction` begins a part that is a transaction of its own, a line `-- concurrently` one whose
 * statements run one by one outside of any; a script without such lines is one transaction. A transaction that does not get a lock at
 * once steps back, lets the others pass, and begins again. A script of several parts may be left in between, so each of them has to
 * stand being run again.
 * @throws the database's error, that of a lock after the last attempt
 */
export async function runScript(pool: pg.Pool, script: string, { attempts = ATTEMPTS, pauseMs = PAUSE_MS } = {}) {
  const client = await pool.connect();
  try {
    // On several servers a part may alter what a pharmacy has and what all servers have; elsewhere nobody takes notice of it.
    await client.query(`SET citus.multi_shard_modify_mode = 'sequential'`);
    for (const { text, concurrently } of stepsOf(script)) {
      // One that runs concurrently waits for older transactions and holds nobody up meanwhile.
      await client.query(`SET lock_timeout = ${concurrently ? 0 : LOCK_TIMEOUT_MS}`);
      for (let left = attempts - 1; ; left -= 1) {
        try {
          await client.query(text);
          break;
        } catch (error) {
          if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE || left === 0) throw error;
          await pause(pauseMs);
        }
      }
    }
  } finally {
    await client.query('RESET lock_timeout; RESET citus.multi_shard_modify_mode').finally(() => client.release());
  }
}

/** The parts of a script in their order. */
export function stepsOf(script: string): Step[] {
  const [head = '', ...parts] = script.split(/^-- (?=(?:transaction|concurrently)$)/m);
  if (parts.length === 0) return [{ text: script, concurrently: false }];
  if (/^(?!--|\s*$)/m.test(head)) throw new Error('a statement before the first part of a migration');
  return parts.flatMap((part): Step[] => {
    const text = part.slice(part.indexOf('\n') + 1);
    if (part.startsWith('transaction')) return [{ text, concurrently: false }];
    const statements = text.split(/;[ \t]*$/m).filter((statement) => /^(?!--|\s*$)/m.test(statement));
    return statements.map((statement) => ({ text: statement, concurrently: true }));
  });
}
