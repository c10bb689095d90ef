import { createHash } from 'node:crypto';
import type { TillPage } from '@portal/contracts';
import type { Calls } from './calls.ts';

export type Prices = Map<string, number>;
type Inventory = { equal: number; different: number; missing: number; extra: number; doubts?: string[] };
export type Till = ReturnType<typeof createTill>;

/** A till as docs/till-sync.md asks for, with an account of its own. */
export function createTill(calls: Calls, subject: string) {
  const prices: Prices = new Map();
  const own: Prices = new Map();
  let cursor = '';

  /**
   * @param share of the articles sent, in the order they came, that the till takes before it stops
   * @param pages after which the caller may let something happen
   */
  async function fetchPrices({
    share = 1,
    lost = [] as readonly string[],
    limit = 5000,
    forget = true,
    pages = async () => {},
  } = {}) {
    const sent: [string, number | null][] = [];
    for (let more = true; more; ) {
      const page = await calls.tillCall<TillPage>('GET', `prices?limit=${limit}&since=${cursor}`, undefined, subject);
      if (page.reload && forget) prices.clear();
      for (const { pzn, price } of page.prices) sent.push([pzn, price === null ? null : Math.round(price * 100)]);
      ({ cursor, more } = page);
      await pages();
    }
    const taken = sent.slice(0, Math.round(sent.length * share)).filter(([pzn]) => !lost.includes(pzn));
    for (const [pzn, cents] of taken) {
      if (cents === null) prices.delete(pzn);
      else prices.set(pzn, cents);
    }
    return sent.slice(taken.length).map(([pzn]) => pzn);
  }
  async function acknowledge({ digest = false, refused = [] as readonly string[], of = cursor } = {}): Promise<void> {
    const lines = [...prices].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([pzn, cents]) => `${pzn};${cents}\n`);
    const sha256 = createHash('sha256').update(lines.join('')).digest('hex');
    await calls.tillCall(
      'POST',
      'ack',
      {
        cursor: of,
        ...(digest && { held: { count: prices.size, sha256 } }),
        ...(refused.length > 0 && { refused: refused.map((pzn) => ({ pzn, reason: 'Artikel gesperrt' })) }),
      },
      subject,
    );
  }

  return {
    subject,
    account: `job:${subject}`,
    prices,
    own,
    fetchPrices,
    acknowledge,
    cursor: () => cursor,
    /** One run, as a job makes every few minutes. */
    async load(options: Parameters<typeof fetchPrices>[0] & Parameters<typeof acknowledge>[0] = {}) {
      const left = await fetchPrices({ ...options, lost: [...(options.lost ?? []), ...(options.refused ?? [])] });
      await acknowledge(options);
      return left;
    },
    /** The next run loads the whole list. */
    forgetCursor: () => void (cursor = ''),
    backup() {
      const kept = { prices: new Map(prices), cursor };
      return ({ cursorToo = true, pricesToo = true } = {}) => {
        if (cursorToo) ({ cursor } = kept);
        if (!pricesToo) return;
        prices.clear();
        for (const [pzn, cents] of kept.prices) prices.set(pzn, cents);
      };
    },
    /** @param rows what its export holds, else all */
    sendInventory: (
      rows: Prices = new Map([...prices, ...own]),
      of: string | null = cursor,
      withdrawn: readonly string[] = [],
    ) =>
      calls.tillCall<Inventory>(
        'POST',
        of === null ? 'inventory' : `inventory?cursor=${of}`,
        {
          prices: [
            ...Array.from(rows, ([pzn, cents]) => ({ pzn, price: cents / 100 })),
            ...withdrawn.map((pzn) => ({ pzn, price: null })),
          ],
        },
        subject,
      ),
  };
}
