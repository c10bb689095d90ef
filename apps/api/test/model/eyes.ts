import { differences } from './compare.ts';
import { look, type Page, pagesOf } from './observe.ts';
import type { ModelPortal } from './portal.ts';
import { type Print, takePrints } from './prints.ts';
import type { World } from './state.ts';
import { visible, type visibleList } from './visible.ts';

/** After so many steps everything is looked at that may look otherwise, whether the model expects it or not. */
const EVERYTHING = 50;

/** Of more calls of one person some would be refused. */
const AT_ONCE = 20;

/** A page as it was last read: from which rows, and what the model expected of it when both last agreed. */
type Seen = { print: string; value: unknown; version: number | null; expected: string };

/** A list as it was last shown: its version (the highest so far), its rows, and whether they were another pharmacy's. */
type Shown = { version: number; rows: string; mirror: boolean };

/** A page with what a way of events says of it. */
type Expected = { page: Page; index: number; print: Print; value: unknown; text: string };

type PrintOf = Awaited<ReturnType<typeof takePrints>>;

/**
 * Compares the portal's pages with the model. After each step those are read that look otherwise by the model, and all of a pharmacy
 * whose rows have changed though the model says that nothing has; the rest is read later, at the latest when the run ends.
 * That a run begins as the model says is not read.
 */
export class Eyes {
  private readonly portal: ModelPortal;
  private readonly seen = new Map<string, Seen>();
  private readonly versions = new Map<string, Shown>();
  /** By pharmacy, after the step before. */
  private readonly prints = new Map<number, string>();
  private steps = 0;
  constructor(portal: ModelPortal, start: World) {
    this.portal = portal;
    for (const { page, text } of expectedPages(start))
      this.seen.set(page.path, { print: '', value: undefined, version: null, expected: text });
  }

  /**
   * Reads what the given ways of events do not agree about with what was seen before.
   * @returns tells what is not as a way says; where there is nothing, that way is what was seen from now on
   */
  async open(ways: readonly World[], what: 'changed' | 'all' = 'changed'): Promise<(way: World) => string[]> {
    const all = what === 'all' || ++this.steps % EVERYTHING === 0;
    const expected = new Map<World, Expected[]>();
    const [first] = ways;
    if (!first) return () => [];
    const printOf = await takePrints(this.portal.database, first);
    for (const world of ways) expected.set(world, expectedPages(world, printOf));
    const wanted = new Map<string, { world: World; one: Expected }>();
    for (const [world, pages] of expected) {
      const moved = pages.filter(({ page, text }) => this.seen.get(page.path)?.expected !== text);
      const told = new Set(moved.map(({ index }) => index));
      for (const one of pages) {
        const before = this.prints.get(one.index) ?? one.print.rows;
        const unexplained = before !== one.print.rows && !told.has(one.index);
        const isSame = what !== 'all' && this.seen.get(one.page.path)?.print === one.print.all;
        if (!isSame && (all || unexplained || moved.includes(one))) wanted.set(one.page.path, { world, one });
      }
    }
    const read = new Map<string, Seen>();
    const left = [...wanted];
    while (left.length > 0)
      await Promise.all(
        left.splice(0, AT_ONCE).map(async ([path, { world, one }]) => {
          const { value, version } = await look(this.portal, world, one.page);
          read.set(path, { print: one.print.all, value, version, expected: '' });
        }),
      );
    return (world) => this.compare(expected.get(world) ?? [], read, world);
  }

  private compare(pages: readonly Expected[], read: ReadonlyMap<string, Seen>, world: World): string[] {
    const problems = pages.flatMap(({ page, index, print, value, text }) => {
      const found = read.get(page.path) ?? this.seen.get(page.path);
      // What was not read is as it was expected before.
      if (!found || (!read.has(page.path) && found.print !== print.all && found.expected === text)) return [];
      return differences(value, found.value, `pharmacy ${index} ${page.name}`);
    });
    if (problems.length > 0) return problems;
    problems.push(...pages.flatMap((one) => this.noteVersion(one, read.get(one.page.path), world)));
    for (const { page, index, print, text } of pages) {
      const found = read.get(page.path) ?? this.seen.get(page.path);
      if (found) this.seen.set(page.path, { ...found, expected: text });
      this.prints.set(index, print.rows);
    }
    return problems;
  }

  /**
   * The version of a list never falls, and rises whenever its rows are others. A mirror shows its main pharmacy's; after parting
   * the versions are above all that were shown before.
   */
  private noteVersion({ page, index }: Expected, read: Seen | undefined, world: World): string[] {
    if (read?.version == null) return [];
    const key = `pharmacy ${index} ${page.name}`;
    const rows = JSON.stringify((read.value as ReturnType<typeof visibleList>).rows);
    const now: Shown = { version: read.version, rows, mirror: world.pharmacies[index]?.parent !== null };
    const before = this.versions.get(key);
    this.versions.set(key, { ...now, version: Math.max(now.version, before?.version ?? 0) });
    if (!before || now.mirror) return [];
    const mustRise = before.mirror || now.rows !== before.rows;
    const isRight = mustRise ? now.version > before.version : now.version >= before.version;
    return isRight ? [] : [`${key}: version ${before.version} was followed by ${now.version}`];
  }
}

const unread: PrintOf = () => ({ rows: '', all: '' });

function expectedPages(world: World, printOf: PrintOf = unread): Expected[] {
  return world.pharmacies.flatMap((_, index) => {
    const says = visible(world, index);
    return pagesOf(world, index).map((page) => {
      const value = says[page.name];
      return { page, index, print: printOf(world, index), value, text: JSON.stringify(value) };
    });
  });
}
