import type { Call } from '../service/calls.ts';

/** Fewer than the classes of these calls allow a person. */
const PAUSE_MS = 250;

/** What four people at work do at once, until it is ended: pages, configuration, reads with a right, and saves. */
export function callsMeanwhile(
  url: string,
  call: Call,
  save: (call: Call, price: number) => Promise<unknown>,
): {
  end(): Promise<{ calls: number; failures: string[]; saved: number }>;
} {
  const failures: string[] = [];
  let [calls, saved, isOn] = [0, 0, true];
  const until = async (ask: () => Promise<unknown>) => {
    while (isOn) {
      await ask().catch((error: Error) => failures.push(`${error.message} ${String(error.cause ?? '')}`));
      calls += 1;
      await new Promise((settle) => setTimeout(settle, PAUSE_MS));
    }
  };
  const fetched = async (path: string) => {
    const response = await fetch(url + path);
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
  };
  const people = [
    until(() => fetched('/')),
    until(() => fetched('/api/config')),
    until(() => call('GET', '/api/solvena/userData')),
    until(async () => {
      await save(call, Number((10 + (saved + 1) / 100).toFixed(2)));
      saved += 1;
    }),
  ];
  return {
    async end() {
      isOn = false;
      await Promise.all(people);
      return { calls, failures, saved };
    },
  };
}
