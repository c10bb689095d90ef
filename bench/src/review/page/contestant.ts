import { createRandom } from '@portal/dev/demo/random.ts';
import { plantErrors } from '@portal/dev/review-desk/errors.ts';
import { createHonestUpdate, type DeskRow } from '@portal/dev/review-desk/market.ts';

/** What both pages offer: reviewing all rows, and again after one price was entered. */
export type Contestant = {
  /** Reviews the update; returns how many rows have a reason. */
  build(): number;
  /** Enters a price into a row; returns how many rows have a reason then. */
  edit(row: number, ownPrice: number): number;
};

declare global {
  var reviewing: {
    /** Milliseconds of each build, the first without anything compiled. */
    builds(times: number): number[];
    edits(times: number): number[];
    readonly flagged: number;
  };
}

/** The same 20,000 rows on both pages. */
export function createRows(): DeskRow[] {
  const random = createRandom(4);
  const rows = createHonestUpdate(random, 20_000);
  plantErrors(random, rows);
  return rows;
}

/** Makes a contestant known to the page. */
export function enter(contestant: Contestant): void {
  let flagged = 0;
  const time = (times: number, run: (turn: number) => number) =>
    Array.from({ length: times }, (_, turn) => {
      const start = performance.now();
      flagged = run(turn);
      return performance.now() - start;
    });
  globalThis.reviewing = {
    builds: (times) => time(times, () => contestant.build()),
    edits: (times) => time(times, (turn) => contestant.edit((turn * 37) % 20_000, 999 + turn)),
    get flagged() {
      return flagged;
    },
  };
}
