import { nameOf, type Person } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { type Flag, type Group, openPackage, pharmacyOf, type World, writeHistory } from '../state.ts';
import { load, SYSTEM } from './approval.ts';
import { confirmsAtOnce, dueAfterFlagChange } from './deadlines.ts';
import { rightsRefuse } from './rights.ts';

/** Changing how updates are approved: the open package follows at once. The same flag again changes nothing. */
export function setFlag(
  world: World,
  person: Person,
  pharmacy: number,
  kind: 'MDP' | 'QDP',
  group: Group,
  flag: Flag,
): Outcome {
  const right = rightsRefuse(world, person, { pharmacy, write: true, edits: true });
  if (right) return refused(world, right);
  const name = kind === 'MDP' ? 'flag' : 'qdpFlag';
  const ok = { status: 200, body: { status: 'OK', approvedId: null } };
  if (pharmacyOf(world, pharmacy).lists[group][name] === flag) return { ...ok, next: world };
  const next = copyOf(world);
  const list = pharmacyOf(next, pharmacy).lists[group];
  list[name] = flag;
  writeHistory(next, pharmacy, nameOf(person));
  const open = openPackage(next, pharmacy, group, kind);
  if (!open) return { ...ok, next };
  open.due = dueAfterFlagChange(open, list, world.now);
  if (!confirmsAtOnce(next, open)) return { ...ok, next };
  load(next, open, SYSTEM);
  return { status: 200, body: { status: 'OK', approvedId: open.id }, next };
}
