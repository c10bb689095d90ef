import { type ApiInstance, pause } from '../../apps/api/test/support/api-instance.ts';
import type { Answer } from '../../apps/api/test/support/http-client.ts';
import type { Environment } from './environment.ts';

export type Outcome = 'acknowledged' | 'whole' | 'absent';

/** Where to aim: the kills find the middle of a call by themselves, whatever the machine. */
export type Aim = { ms: number };

/**
 * Makes a call, and kills the process some time after its start.
 * @returns the status, or undefined when the call was broken off
 */
export async function killDuring(
  environment: Pick<Environment, 'kill'>,
  instance: ApiInstance,
  aim: Aim,
  call: () => Promise<Answer>,
): Promise<number | undefined> {
  const answered = call().then(
    ({ status }) => status,
    () => undefined,
  );
  await pause(Math.random() * aim.ms);
  await environment.kill(instance);
  return answered;
}

/** Later where nothing was done yet, earlier where the answer was out already. */
export function adjust(aim: Aim, outcome: Outcome): void {
  if (outcome !== 'whole') aim.ms *= outcome === 'absent' ? 1.5 : 0.6;
}

/** How long something takes here and now, in milliseconds; says nothing but where to aim first. */
export async function measure(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
