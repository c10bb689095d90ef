import type { Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { pharmacyOf, type World, writeHistory } from '../state.ts';
import { load, SYSTEM } from './approval.ts';
import { close } from './closing.ts';
import { staffOnlyRefuses } from './rights.ts';

/** The clock acts on what is due, by due moment and then by arrival, each package once; cancelled pharmacies are skipped. */
export function runJobs(world: World, person: Person): Outcome {
  const right = staffOnlyRefuses(person);
  if (right) return refused(world, right);
  const next = copyOf(world);
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
      writeHistory(next, one.pharmacy, SYSTEM);
      report.deleted += 1;
    }
  }
  return { status: 200, body: { status: 'OK', ...report, failed: [] }, next };
}
