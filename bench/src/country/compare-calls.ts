import type { startBenchPortal } from '../bench-portal.ts';
import { report } from '../measure.ts';
import { type CallOf, PHARMACY_CALLS, pickPharmacies, STAFF_CALLS } from './pharmacy-calls.ts';

type Portal = Awaited<ReturnType<typeof startBenchPortal>>;
export type Growth = { call: string; staff: boolean; small: number; large: number };

/** Pharmacies that are called in each database, and how often each kind of call is made at each of them. */
const PHARMACIES = 5;
const ROUNDS = 8;
/** What a call may cost of what it costs with ten pharmacies. */
const GOAL = 1.2;
const STAFF_GOAL_MS = 50;

/** Makes every kind of call in both databases by turns; lower quartiles in ms, which a busy machine
 * moves less than medians. The first round only warms up. */
export async function compareCalls(
  small: Portal,
  large: Portal,
  totals: { small: number; large: number },
): Promise<Growth[]> {
  const places = [
    { url: small.url, pharmacies: await pickPharmacies(small.pool, totals.small, PHARMACIES), taken: newTimes() },
    { url: large.url, pharmacies: await pickPharmacies(large.pool, totals.large, PHARMACIES), taken: newTimes() },
  ];
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (let index = 0; index < PHARMACIES; index += 1) {
      for (const [name, make] of Object.entries(PHARMACY_CALLS)) {
        // Now one goes first, now the other.
        for (const place of round % 2 === 0 ? places : places.toReversed()) {
          await note(place, name, round, () => make(place.url, place.pharmacies[index] as Parameters<CallOf>[1]));
        }
      }
    }
    for (const [name, make] of Object.entries(STAFF_CALLS)) {
      for (const place of places) await note(place, name, round, () => make(place.url));
    }
  }
  const [ofSmall, ofLarge] = places.map(({ taken }) => taken);
  return [...Object.keys(PHARMACY_CALLS), ...Object.keys(STAFF_CALLS)].map((call) => {
    const growth = {
      call,
      staff: call in STAFF_CALLS,
      small: quartile(ofSmall?.get(call) ?? []),
      large: quartile(ofLarge?.get(call) ?? []),
    };
    tell(growth);
    return growth;
  });
}

function quartile(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}

const newTimes = () => new Map<string, number[]>();

async function note(
  { taken }: { taken: Map<string, number[]> },
  name: string,
  round: number,
  run: () => Promise<unknown>,
): Promise<void> {
  const started = performance.now();
  await run();
  if (round > 0) taken.set(name, [...(taken.get(name) ?? []), performance.now() - started]);
}

function tell({ call, staff, small, large }: Growth): void {
  const goal = staff
    ? { text: `<= ${STAFF_GOAL_MS} ms`, holds: large <= STAFF_GOAL_MS }
    : { text: `<= ${GOAL} x`, holds: large <= GOAL * small };
  report(call, `${small.toFixed(1)} -> ${large.toFixed(1)} ms, ${(large / small).toFixed(2)} x`, goal);
}
