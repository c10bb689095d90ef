import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Middle value of the measurements. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that 95 of 100 measurements stay below. */
export function p95(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * 0.95))] ?? Number.NaN;
}

export type Sample = { ms: number; cpuMs: number };

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Wall time and this process's CPU time of one run. */
export async function sample(run: () => Promise<unknown>): Promise<Sample> {
  collectGarbage(); // what others left must not be paid by this one
  const cpu = process.cpuUsage();
  const started = performance.now();
  await run();
  const ms = performance.now() - started;
  const used = process.cpuUsage(cpu);
  return { ms, cpuMs: (used.user + used.system) / 1000 };
}

/** Runs the contestants by turns, so that a slow moment of the machine hits all of them; the first round only warms up. */
export async function interleave<Name extends string>(
  contestants: Record<Name, () => Promise<unknown>>,
  rounds: number,
): Promise<Record<Name, { ms: number; cpuMs: number; all: number[] }>> {
  const names = Object.keys(contestants) as Name[];
  const samples = new Map<Name, Sample[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of names) {
      const taken = await sample(contestants[name]);
      if (round > 0) samples.get(name)?.push(taken);
    }
  }
  const summary = names.map((name) => {
    const taken = samples.get(name) ?? [];
    const all = taken.map(({ ms }) => ms);
    return [name, { ms: median(all), cpuMs: median(taken.map(({ cpuMs }) => cpuMs)), all }] as const;
  });
  return Object.fromEntries(summary) as Record<Name, { ms: number; cpuMs: number; all: number[] }>;
}

/** One line of a report, with whether its goal holds. */
export function report(label: string, value: string, goal?: { text: string; holds: boolean }): void {
  const verdict = goal ? `   ${goal.holds ? 'holds ' : 'MISSED'} goal ${goal.text}` : '';
  process.stdout.write(`${label.padEnd(44)} ${value.padStart(18)}${verdict}\n`);
}
