import { createHash } from 'node:crypto';
import type { ListArrivals, TillCheckRow, TillPage } from '@portal/contracts';
import { heldPricesText } from '@portal/rules';
import type { Random } from '@portal/dev/demo/random.ts';
import { seedPharmacies } from '../package-data.ts';
import { callsOf, type Portal } from './calls.ts';

type Options = { readonly number: number; readonly bySync: boolean; readonly random: Random };
export type Edit = { readonly pzn: string; readonly cents: number | null; readonly excluded?: boolean };

const ROWS = 300;

/** What the portal says when everything has happened. */
type Said = {
  readonly rows: ReadonlyMap<string, TillCheckRow>;
  readonly arrivals: ListArrivals;
  readonly differs: boolean;
};

/** A pharmacy with a till of its own, which takes over what it is told, but for what a fault keeps from it. */
export async function createLedgerPharmacy(portal: Portal, { number, bySync, random }: Options) {
  const apoId = 800_000 + number;
  const { call, tillCall, tryCall } = callsOf(portal, apoId);
  await seedPharmacies(portal.pool, { first: apoId, count: 1, rows: ROWS });
  const { rows: listed } = await portal.pool.query<{ pzn: string }>(
    'SELECT pzn FROM price_item WHERE apo_id = $1 ORDER BY pzn',
    [apoId],
  );
  const fresh = listed.map(({ pzn }) => pzn);
  const till = new Map<string, number>();
  const labelled = new Map<string, number>();
  const last: Edit[] = [];
  let cursor = '';
  let said: Said | undefined;

  /** Saved by a person; the label is printed anew unless it is left as it was. */
  async function save(edits: readonly Edit[], { label = true } = {}): Promise<void> {
    const products = edits.map(({ pzn, cents, excluded = false }) => ({
      pzn,
      priceEdit: cents === null ? null : cents / 100,
      editedPermanent: false,
      editedIgnore: excluded,
    }));
    await call('PUT', '/api/price/{at}', { products });
    if (label) await print(edits.map(({ pzn, cents, excluded }) => ({ pzn, price: excluded ? null : cents })));
  }
  async function print(labels: { pzn: string; price: number | null }[]): Promise<void> {
    for (let from = 0; from < labels.length; from += 100) {
      await call('POST', '/api/price/labels/{at}/printed', { labels: labels.slice(from, from + 100) });
    }
    for (const { pzn, price } of labels) if (price !== null) labelled.set(pzn, price);
  }

  /** @param lost articles that the till is told of and does not take over */
  async function load({ lost = [], refused = [] }: { lost?: readonly string[]; refused?: readonly string[] } = {}) {
    const isLost = new Set([...lost, ...refused]);
    const take = (pzn: string, cents: number | null) => {
      if (isLost.has(pzn)) return;
      if (cents === null) till.delete(pzn);
      else till.set(pzn, cents);
    };
    if (bySync) await pull(take, refused);
    else await loadFile(take, isLost.size);
  }
  async function pull(take: (pzn: string, cents: number | null) => void, refused: readonly string[]) {
    for (let more = true; more; ) {
      const page = (await tillCall('GET', `prices?since=${cursor}`)) as TillPage;
      for (const { pzn, price } of page.prices) take(pzn, price === null ? null : Math.round(price * 100));
      ({ cursor, more } = page);
    }
    const { count, text } = heldPricesText(Array.from(till, ([pzn, cents]) => ({ pzn, cents })));
    const held = { count, sha256: createHash('sha256').update(text).digest('hex') };
    const named = refused.map((pzn) => ({ pzn, reason: 'Artikel gesperrt' }));
    await tillCall('POST', 'ack', { cursor, held, ...(named.length > 0 && { refused: named }) });
  }
  async function download(contents: string): Promise<{ id: number; rows: number; lines: [string, number | null][] }> {
    const body = { productGroups: ['OTC'], contents };
    const { data } = (await call('POST', `/api/price/clientpricelistdownload/{at}`, body)) as { data: string };
    const lines = data
      .split('\r\n')
      .slice(1, -1)
      .map((line): [string, number | null] => {
        const [pzn = '', price = ''] = line.split(';');
        return [pzn, price === '' ? null : Number(price.replace(',', ''))];
      });
    const { files } = (await call('GET', `/api/price/tillfiles/{at}`)) as { files: { id: number; rows: number }[] };
    return { ...(files[0] as { id: number; rows: number }), lines };
  }
  const confirm = (id: number, count: number) =>
    tryCall('PUT', `/api/price/tillfiles/{at}/${id}`, { loaded: true, count });
  async function loadFile(take: (pzn: string, cents: number | null) => void, lost: number) {
    const file = await download(till.size === 0 ? 'all' : 'changes');
    for (const [pzn, cents] of file.lines) take(pzn, cents);
    // a till that skips articles counts the lines that it was given
    const { status, body } = await confirm(file.id, file.rows);
    if (status !== 200) throw new Error(`${lost} lost: ${status} ${body.message}`);
  }

  /** @returns whether it is doubted, and then counts only with `despite` */
  async function hold(change = (cents: number) => cents, { despite = false } = {}): Promise<boolean> {
    const rows = [...till]
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(([pzn, cents]): [string, number] => [pzn, change(cents)]);
    if (bySync) {
      const prices = rows.map(([pzn, cents]) => ({ pzn, price: cents / 100 }));
      const send = () => tillCall('POST', `inventory?cursor=${cursor}`, { prices }) as Promise<{ doubts?: string[] }>;
      const { doubts } = await send();
      if (doubts && despite) await send();
      return doubts !== undefined;
    }
    const form = new FormData();
    const lines = rows.map(([pzn, cents]) => `${pzn};${(cents / 100).toFixed(2).replace('.', ',')}`);
    form.set('csv', new Blob([['PZN;VK', ...lines, ''].join('\r\n')], { type: 'text/csv' }), 'kasse.csv');
    form.set('pzncolumn', 'PZN');
    form.set('pricecolumn', 'VK');
    if (despite) form.set('despite', 'take');
    const { doubts } = (await call('POST', '/api/price/tillcheck/{at}', form)) as { doubts: string[] };
    return doubts.length > 0;
  }
  async function read(): Promise<Said> {
    const { rows } = (await call('GET', `/api/price/tillcheck/{at}`)) as { rows: TillCheckRow[] };
    const arrivals = (await call('GET', `/api/price/arrivals/{at}/OTC`)) as ListArrivals;
    const { tills } = (await call('GET', '/api/admin/tills')) as { tills: { apoId: number }[] };
    const deviating = rows.filter(({ verdict }) => verdict !== 'changedSince');
    return {
      rows: new Map(deviating.map((row) => [row.pzn, row])),
      arrivals,
      differs: tills.some((each) => each.apoId === apoId),
    };
  }

  return {
    bySync,
    random,
    till,
    save,
    load,
    hold,
    read,
    listed: listed.map(({ pzn }) => pzn),
    download,
    confirm,
    priceOf: (pzn: string) => till.get(pzn) as number,
    another: (cents: number) => cents + random.int(1, 90),
    article: () => fresh.splice(random.int(0, fresh.length - 1), 1)[0] as string,
    /** Saved when everything else has happened, after the last load. */
    saveLast: (edit: Edit) => void last.push(edit),
    said: () => said as Said,
    async cleanMonth() {
      await load();
      await print(Array.from(till, ([pzn, price]) => ({ pzn, price })));
      const changed = Array.from({ length: 30 }, () => fresh.splice(random.int(0, fresh.length - 1), 1)[0] as string);
      await save(changed.map((pzn, n) => ({ pzn, cents: (till.get(pzn) as number) + 7, excluded: n < 3 })));
      await load();
      await hold();
    },
    async alarms(): Promise<number> {
      const { rows, arrivals, differs } = await read();
      const { waiting, differing, outdated } = arrivals;
      return (
        rows.size +
        (waiting?.pzns?.length ?? 1) +
        (differing?.length ?? 1) +
        (outdated?.length ?? 1) +
        (differs ? 1 : 0)
      );
    },
    async settle() {
      if (last.length > 0) await save(last);
      await hold();
      said = await read();
    },
  };
}
export type LedgerPharmacy = Awaited<ReturnType<typeof createLedgerPharmacy>>;
