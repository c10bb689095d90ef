import type { Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { dayOf } from '../berlin.ts';
import { GROUPS, pharmacyOf, type World, writeHistory } from '../state.ts';
import { changed, differs } from './prices.ts';
import { load, SYSTEM } from './approval.ts';
import { close } from './closing.ts';
import { staffOnlyRefuses } from './rights.ts';

/** Prices begin and end at midnight, a list and day after the other; cancelled pharmacies have none. */
function beginAndEnd(world: World): number {
  let moments = 0;
  const today = dayOf(world.now);
  for (const [index, { active, lists }] of world.pharmacies.entries()) {
    if (active === 3) continue;
    for (const group of GROUPS) {
      const { items, coming } = lists[group];
      for (;;) {
        const begins = coming.flatMap(({ from, ended }) => (ended === null ? [from] : []));
        const ends = Object.values(items).flatMap(({ period }) => (period ? [period.until + 1] : []));
        const day = Math.min(...begins, ...ends);
        if (day > today) break;
        moments += 1;
        let logged = false;
        for (const [pzn, item] of Object.entries(items)) {
          const one = coming.find((each) => each.pzn === pzn && each.ended === null && each.from === day);
          const running = item.period && item.period.until >= day ? item.period : undefined;
          if (!one && running === item.period) continue;
          const row = one && one.to === null ? { type: one.type, own: one.price } : { type: item.type, own: item.own };
          const period = one && one.to !== null ? { price: one.price, until: one.to, since: world.step } : running;
          const after = changed(item, { ...row, calculated: item.calculated, period }, world.step);
          logged ||= differs(item, after);
          items[pzn] = after;
          if (one) one.ended = 0;
        }
        writeHistory(world, index, SYSTEM, logged);
      }
    }
  }
  return moments;
}

const FORGOTTEN_AFTER = 90 * 86_400_000;

/** Refused deliveries that may be forgotten by now (rule 20.11), which each process does when it starts. */
export const forgettable = ({ refused: all, now }: World) =>
  all.filter(({ state, arrivedAt }) => state !== 'forgotten' && arrivedAt < now - FORGOTTEN_AFTER);

export function forget(world: World): Outcome {
  const next = copyOf(world);
  for (const one of forgettable(next)) one.state = 'forgotten';
  return { status: 200, next };
}

/** The clock acts on what is due, by due moment and then by arrival, each package once; cancelled pharmacies are skipped. */
export function runJobs(world: World, person: Person): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const next = copyOf(world);
  const periods = beginAndEnd(next);
  const due = next.packages
    .flatMap((one, arrival) =>
      one.status === 'open' && one.due && one.due.at <= world.now ? [{ one, arrival, due: one.due }] : [],
    )
    .sort((a, b) => a.due.at - b.due.at || a.arrival - b.arrival);
  const report = { approved: 0, deleted: 0, skipped: 0 };
  for (const {
    one,
    due: { action },
  } of due) {
    if (pharmacyOf(next, one.pharmacy).active === 3) report.skipped += 1;
    else if (action === 'approve') {
      load(next, one, SYSTEM);
      report.approved += 1;
    } else {
      close(one, 'clock');
      writeHistory(next, one.pharmacy, SYSTEM, false, { of: one });
      report.deleted += 1;
    }
  }
  return { status: 200, body: { status: 'OK', ...report, failed: [], periods }, next };
}
