import { type Person, nameOf } from '../people.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { type Draft, type Package, type Screen, type World, writeHistory } from '../state.ts';
import { type PackageEdit, readEdit } from './package-rows.ts';
import { packageAt, packageRefuses } from './packages.ts';

/** Edits of a package that somebody sends, with the screen they were made on, null for a program that names none. */
export type Sent = { pharmacy: number; index: number; edits: PackageEdit[]; screen: Screen | null };

/**
 * What keeping and approving begin with: rights, then the state (open, and for an approval released), then the rows.
 * @returns the drafts that the edits make in a copy of the world, or the refusal
 */
export function validateSent(
  world: World,
  person: Person,
  { pharmacy, index, edits, screen }: Sent,
  fits: (one: Package) => boolean = () => true,
): { one: Package; next: World; changes: DraftChange[] } | { refusal: Outcome } {
  const one = packageAt(world, index);
  const refusal = packageRefuses(world, person, one, { pharmacy, write: true, edits: true });
  if (refusal) return { refusal: refused(world, refusal) };
  if (one.status !== 'open' || !fits(one)) return { refusal: refused(world, 409) };
  const next = copyOf(world);
  const changes = validateEdits(next, one, edits, screen);
  if (!changes) return { refusal: refused(world, 422) };
  const approved = changes.flatMap(({ pzn, draft }) => (one.parts[pzn] && draft ? [pzn] : []));
  if (approved.length > 0) return { refusal: refused(world, 409, { pzns: approved.sort() }) };
  return { one, next, changes };
}

/** Keeping edits of a package for later. Rights, then the state, then the rows, then what was kept since the screen was loaded. */
export function saveDrafts(world: World, person: Person, sent: Sent): Outcome {
  const validated = validateSent(world, person, sent);
  if ('refusal' in validated) return validated.refusal;
  const { one, next, changes } = validated;
  const { screen } = sent;
  const conflicting = changes.filter(
    ({ pzn, draft }) => screen && lastSaved(one, pzn) > screen.step && !sameDraft(one.drafts[pzn], draft),
  );
  if (conflicting.length > 0) return refused(world, 409, { pzns: conflicting.map(({ pzn }) => pzn).sort() });
  const saved = storeDrafts(packageAt(next, sent.index), changes, world.step);
  if (saved > 0) writeHistory(next, sent.pharmacy, nameOf(person), false, { of: packageAt(next, sent.index) });
  return { status: 200, body: { status: 'OK', saved }, next };
}

export type DraftChange = { pzn: string; draft: Draft | null };

/** The edits as drafts, or undefined when a row is faulty or named twice. */
function validateEdits(
  world: World,
  one: Package,
  edits: PackageEdit[],
  screen: Screen | null,
): DraftChange[] | undefined {
  const loadedIn = screen?.step ?? Number.POSITIVE_INFINITY;
  const changes = edits.map((edit) => ({ pzn: edit.pzn, draft: readEdit(world, one, edit, loadedIn) }));
  const twice = new Set(edits.map(({ pzn }) => pzn)).size !== edits.length;
  if (twice || changes.some(({ draft }) => draft === undefined)) return undefined;
  return changes as DraftChange[];
}

/** Puts drafts in place; a row that is back at its original has none. @returns how many are different now */
export function storeDrafts(one: Package, changes: DraftChange[], step: number): number {
  let saved = 0;
  for (const { pzn, draft } of changes) {
    if (sameDraft(one.drafts[pzn], draft)) continue;
    saved += 1;
    one.touched[pzn] = step;
    if (draft) one.drafts[pzn] = draft;
    else delete one.drafts[pzn];
  }
  return saved;
}

export const lastSaved = (one: Package, pzn: string): number => one.touched[pzn] ?? 0;

export const sameDraft = (a: Draft | null | undefined, b: Draft | null | undefined): boolean =>
  a == null || b == null
    ? a == b
    : a.price === b.price && a.permanent === b.permanent && a.ignore === b.ignore && a.on === b.on;
