import type { PriceListColumns } from '@portal/list-view';

/** What both pages offer to the measurements. Every call returns when its JavaScript has run. */
export type Contestant = {
  mount(host: HTMLElement): void;
  sort(key: 'name' | 'effectivePrice', reversed: boolean): void;
  search(query: string): void;
  /** Name in the first row that is in the page. */
  firstName(): string | undefined;
  scroller(): HTMLElement;
};

declare global {
  var contestant: Contestant;
  var columns: PriceListColumns;
  var measure: typeof measurements;
}

/** Resolves when what was changed before is on the screen. */
function painted(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  });
}

/** Milliseconds from the call until the expected first row is painted. */
async function timed(action: () => void, expected: string): Promise<number> {
  await painted();
  const start = performance.now();
  action();
  do await painted();
  while (globalThis.contestant.firstName() !== expected && performance.now() - start < 10_000);
  const took = performance.now() - start;
  const shown = globalThis.contestant.firstName();
  if (shown !== expected) throw new Error(`expected ${expected} in the first row, found ${shown}`);
  return took;
}

const german = new Intl.Collator('de', { numeric: true });

/** Name of the first row, worked out in the plainest way. */
function firstBy(key: 'name' | 'effectivePrice', reversed: boolean, query = ''): string {
  const { name, producer, brand, calculatedPrice, pzn } = globalThis.columns;
  const rows = name
    .map((_, row) => row)
    .filter((row) => `${name[row]}|${producer[row]}|${brand[row] ?? ''}`.toLowerCase().includes(query));
  const order = (a: number, b: number) =>
    key === 'name'
      ? german.compare(name[a] as string, name[b] as string)
      : (calculatedPrice[a] as number) - (calculatedPrice[b] as number);
  const first = rows.reduce((best, row) => {
    const difference =
      order(row, best) * (reversed ? -1 : 1) || ((pzn[row] as string) < (pzn[best] as string) ? -1 : 1);
    return difference < 0 ? row : best;
  });
  return name[first] as string;
}

const measurements = {
  firstPaint: (host: HTMLElement) =>
    timed(() => globalThis.contestant.mount(host), globalThis.columns.name[0] as string),
  sort: (key: 'name' | 'effectivePrice', reversed: boolean) => {
    const expected = firstBy(key, reversed);
    return timed(() => globalThis.contestant.sort(key, reversed), expected);
  },
  /** With the list sorted by name. */
  search: (query: string) => {
    const expected = firstBy('name', false, query);
    return timed(() => globalThis.contestant.search(query), expected);
  },
  /** Scrolls by 1200 px a frame; milliseconds of every frame. */
  async scroll(frames: number): Promise<number[]> {
    const element = globalThis.contestant.scroller();
    await painted();
    const took: number[] = [];
    let last = performance.now();
    for (let frame = 0; frame < frames; frame++) {
      element.scrollTop += 1200;
      await painted();
      const now = performance.now();
      took.push(now - last);
      last = now;
    }
    return took;
  },
};

/** Makes a contestant and the measurements known to the page. */
export function enter(columns: PriceListColumns, contestant: Contestant): void {
  Object.assign(globalThis, { columns, contestant, measure: measurements });
}
