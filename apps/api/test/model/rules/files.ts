import { differences } from '../compare.ts';
import { copyOf, type Outcome, refused } from '../outcome.ts';
import { nameOf, type Person } from '../people.ts';
import { type Group, GROUPS, pharmacyOf, type PriceFile, shownOf, type World, writeHistory } from '../state.ts';
import { effective } from './prices.ts';
import { rightsRefuse } from './rights.ts';

type Rows = PriceFile['rows'];
export type Wanted = { groups: readonly Group[]; contents: PriceFile['contents'] };

/** The prices in force of a list, null for exclusions. */
const listedPrices = (world: World, pharmacy: number, group: Group): Rows =>
  Object.fromEntries(
    Object.entries(pharmacyOf(world, shownOf(world, pharmacy)).lists[group].items).map(([pzn, item]) => [
      pzn,
      effective(item),
    ]),
  );

/** The last word about a group. */
const wordOf = ({ files }: World, pharmacy: number, group: Group): PriceFile | undefined =>
  files
    .filter((file) => file.pharmacy === pharmacy && file.loaded && file.groups.includes(group))
    .toSorted((a, b) => (a.loaded?.step ?? 0) - (b.loaded?.step ?? 0))
    .at(-1);

/** Whether the word about a file is the last about its groups: it alone can be taken back. */
export const isLastWord = (world: World, file: PriceFile): boolean =>
  file.groups.every((group) => wordOf(world, file.pharmacy, group) === file);

/** The confirmed file that counts for a group, or why none does (rules 9.18 and 9.19). */
export function loadOf(world: World, pharmacy: number, group: Group): PriceFile | 'never' | 'outdated' {
  const last = wordOf(world, pharmacy, group);
  if (!last) return 'never';
  return last.exchanges === pharmacyOf(world, pharmacy).exchanges ? last : 'outdated';
}

/** What 'Alles' withdraws: what left the list since it was loaded, without a load ever, and is on no list now (rule 9.17). */
export function goneFrom(world: World, pharmacy: number, group: Group): string[] {
  const load = loadOf(world, pharmacy, group);
  const { lists, left } = pharmacyOf(world, shownOf(world, pharmacy));
  const past = typeof load === 'string' ? formerLists(world, pharmacy) : [{ left, from: load.step, to: world.step }];
  const pzns = past.flatMap((one) =>
    Object.entries(one.left).flatMap(([key, steps]) => {
      const [of, pzn] = key.split(' ') as [Group, string];
      return of === group && steps.some((step) => step > one.from && step <= one.to) ? [pzn] : [];
    }),
  );
  return [...new Set(pzns)].filter((pzn) => GROUPS.every((each) => !lists[each].items[pzn]));
}

/** The lists that its till had: those of now, its own, and of a former main pharmacy's, up to the parting, what it got a file or prices of. */
function formerLists(world: World, pharmacy: number) {
  const { formerMains, left } = pharmacyOf(world, pharmacy);
  const had = formerMains.filter(
    ({ exchanges }) =>
      world.files.some((file) => file.pharmacy === pharmacy && file.exchanges === exchanges) ||
      world.tills[pharmacy]?.acknowledged?.exchanges === exchanges,
  );
  const shown = pharmacyOf(world, shownOf(world, pharmacy)).left;
  return [
    { left, from: 0, to: world.step },
    { left: shown, from: 0, to: world.step },
    ...had.map(({ main, parted }) => ({ left: pharmacyOf(world, main).left, from: 0, to: parted })),
  ];
}

const withdrawn = (pzns: readonly string[]): Rows => Object.fromEntries(pzns.map((pzn) => [pzn, null]));

/** What a file holds (rule 9.17); null where changes have no load to build upon. */
function rowsOf(world: World, pharmacy: number, { groups, contents }: Wanted): Rows | null {
  const { moved } = pharmacyOf(world, shownOf(world, pharmacy));
  const rows: Rows = {};
  for (const group of groups) {
    const listed = listedPrices(world, pharmacy, group);
    const load = loadOf(world, pharmacy, group);
    if (contents === 'changes') {
      if (typeof load === 'string') return null;
      const changed = Object.entries(listed).filter(([pzn]) => (moved[pzn] ?? 0) > load.step);
      Object.assign(rows, Object.fromEntries(changed));
    } else Object.assign(rows, listed);
    if (contents !== 'list') Object.assign(rows, withdrawn(goneFrom(world, pharmacy, group)));
  }
  return rows;
}

/** 'Preisliste für die Kasse': approved prices, exclusions without one, never a draft (rules 9.1 and 9.2). */
export function downloadFile(world: World, person: Person, pharmacy: number, wanted: Wanted): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  const rows = rowsOf(world, pharmacy, wanted);
  if (!rows) return refused(world, 409);
  const groups = GROUPS.filter((group) => wanted.groups.includes(group));
  const leavesOthers = groups.some((group) => goneFrom(world, pharmacy, group).length > 0);
  const next = copyOf(world);
  const steps = groups.map((group) => [group, loadOf(world, pharmacy, group)] as const);
  next.files.push({
    id: 0,
    pharmacy,
    user: nameOf(person),
    groups,
    contents: wanted.contents === 'list' && !leavesOthers ? 'all' : wanted.contents,
    rows,
    step: world.step,
    exchanges: pharmacyOf(world, pharmacy).exchanges,
    list: shownOf(world, pharmacy),
    listed: Object.fromEntries(
      GROUPS.map((group) => [group, listedPrices(world, pharmacy, group)]),
    ) as PriceFile['listed'],
    since: Object.fromEntries(
      steps.flatMap(([group, load]) =>
        wanted.contents === 'changes' && typeof load !== 'string' ? [[group, load.step]] : [],
      ),
    ),
    loaded: null,
    reported: null,
  });
  return { status: 200, next, check: ({ data }) => differences(linesOf(rows), readLines(String(data)), 'till file') };
}

const linesOf = (rows: Rows): string[] =>
  Object.entries(rows)
    .map(([pzn, price]) => `${pzn};${price === null ? '' : (price / 100).toFixed(2).replace('.', ',')}`)
    .sort();

/** Without the heading. */
const readLines = (text: string): string[] =>
  text
    .replace('\uFEFF', '')
    .split('\r\n')
    .slice(1)
    .filter((line) => line !== '')
    .sort();

/** The newest twenty of a pharmacy (rule 9.16). */
export const keptFiles = ({ files }: World, pharmacy: number): PriceFile[] =>
  files.filter((file) => file.pharmacy === pharmacy).slice(-20);

/** A file once more, byte for byte (rule 9.16). */
export function fetchFile(world: World, person: Person, pharmacy: number, at: number): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  const file = world.files[at] as PriceFile;
  if (file.pharmacy !== pharmacy) return refused(world, 404);
  if (!keptFiles(world, pharmacy).includes(file)) return refused(world, 409);
  return {
    status: 200,
    next: world,
    check: ({ text }) => differences(linesOf(file.rows), readLines(String(text)), 'till file once more'),
  };
}

/** Whether a file cannot be said to be in the till (rule 9.18). */
export function isRefused(world: World, file: PriceFile): boolean {
  const isOfOtherLists = file.exchanges !== pharmacyOf(world, file.pharmacy).exchanges;
  return file.contents === 'list' || isOfOtherLists || file.groups.some((group) => lacksBase(world, file, group));
}

/** What the till is known to have of a group is older than what the changes build upon. */
function lacksBase(world: World, { pharmacy, since }: PriceFile, group: Group): boolean {
  const step = since[group];
  if (step === undefined) return false;
  const load = loadOf(world, pharmacy, group);
  return typeof load === 'string' || (load.step < step && isTouched(world, pharmacy, group, [load.step, step]));
}

/** Whether a list was written after a step and up to another. */
function isTouched(world: World, pharmacy: number, group: Group, [after, upTo]: readonly [number, number]): boolean {
  const owner = shownOf(world, pharmacy);
  const { courses, lists, left } = pharmacyOf(world, owner);
  const isMeanwhile = (step: number) => step > after && step <= upTo;
  const isOfGroup = (pzn: string) => pzn in lists[group].items || `${group} ${pzn}` in left;
  return (
    Object.entries(courses).some(
      ([pzn, { changes }]) => isOfGroup(pzn) && changes.some(({ step }) => isMeanwhile(step)),
    ) || world.packages.some((one) => one.pharmacy === owner && one.group === group && isMeanwhile(one.approvedIn))
  );
}

type Word = { loaded: boolean; count: number | null; despite: boolean };

/** Somebody says that a file is in the till, with the number of articles that it reports, or that it is not (rules 9.18, 9.42 and 9.43). */
export function confirmFile(
  world: World,
  person: Person,
  { pharmacy, at, loaded, count, despite }: Word & { pharmacy: number; at: number },
): Outcome {
  const right = rightsRefuse(world, person, { pharmacy });
  if (right) return refused(world, right);
  const known = world.files[at] as PriceFile;
  if (known.pharmacy !== pharmacy) return refused(world, 404);
  const ok = { status: 200, body: { status: 'OK' } };
  const isLast = isLastWord(world, known);
  if (loaded ? isLast : !known.loaded) return { ...ok, next: world };
  if (loaded ? isRefused(world, known) : !isLast) return refused(world, 409);
  const next = copyOf(world);
  const file = next.files[at] as PriceFile;
  file.reported = loaded ? (count ?? known.reported) : null;
  const differs = file.reported !== null && file.reported !== Object.keys(known.rows).length;
  if (loaded && differs && !despite) {
    if (file.reported !== known.reported) writeHistory(next, pharmacy, nameOf(person));
    return { status: 409, next };
  }
  file.loaded = loaded ? { step: world.step, user: nameOf(person) } : null;
  writeHistory(next, pharmacy, nameOf(person));
  return { ...ok, next };
}
