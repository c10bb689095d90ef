import { spawnSync } from 'node:child_process';
import { isLzdUploadBlocked } from '@portal/rules';

/** What carries the other clock to a process that gets an environment of its own. */
export function clockOf(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    ['LD_PRELOAD', 'FAKETIME', 'FAKETIME_SHARED', 'FAKETIME_DONT_FAKE_MONOTONIC'].flatMap((name) =>
      env[name] === undefined ? [] : [[name, env[name]]],
    ),
  );
}

/** For the database, of whose processes some would keep to it, and the identity provider, whose tokens are valid all the longer. */
export const RIGHT_CLOCK = { LD_PRELOAD: '' };

/**
 * While no LZD can be delivered (rule 7.6), this program once more, with all that it starts, on the 20th before.
 * @returns how it ended; undefined where it can go on; 'none' without faketime
 */
export function onAnotherDay(now: Date): number | 'none' | undefined {
  if (!isLzdUploadBlocked(now)) return undefined;
  if (spawnSync('faketime', ['--version']).error) return 'none';
  const day = new Date(now.getFullYear(), now.getMonth() - (now.getDate() >= 26 ? 0 : 1), 20, now.getHours());
  const back = `-${Math.ceil((now.getTime() - day.getTime()) / 86_400_000)}d`;
  const { status } = spawnSync('faketime', ['-f', back, process.execPath, ...process.argv.slice(1)], {
    stdio: 'inherit',
    // What waits, waits by the clock that stays as it is.
    env: { ...process.env, FAKETIME_DONT_FAKE_MONOTONIC: '1' },
  });
  return status ?? 1;
}
