import { setTimeout as pause } from 'node:timers/promises';
import { COLUMNS_MEDIA_TYPE, type Dashboard } from '@portal/contracts';
import type { Send } from './caller.ts';

export type Person = {
  /** Pharmacy and token as paths have them. */
  readonly path: string;
  readonly apoId: number;
  /** Articles of the list that no package brings, and those that each package does. */
  readonly listed: readonly string[];
  readonly updated: readonly string[];
  readonly send: Send;
  /** The pricing engine's. */
  readonly deliver: Send;
  /** Told how long a package took until it was accepted. */
  delivered(ms: number): void;
};

const COLUMNS = { Accept: COLUMNS_MEDIA_TYPE, 'Accept-Encoding': 'gzip, deflate, br, zstd' };
const JSON_ANSWER = { Accept: 'application/json' };
/** One morning in so many ends with a file for the till, one with a PDF. */
const FILE_EACH = 4;
const PDF_EACH = 10;
/** The steps of a morning after which a person thinks, where there is a package and no file. */
export const STEPS = 12;

/**
 * One morning after the other until told to stop: sign in, look at the dashboard, open the list, correct prices, come back to it,
 * review the package, correct and approve it, look at the history. Between two steps a person thinks, half to one and a half times
 * `thinkMs`; at the end the pricing engine delivers the next package. People come within `rampMs`.
 */
export async function spendMornings(
  person: Person,
  { thinkMs, rampMs, goesOn }: { thinkMs: number; rampMs: number; goesOn: () => boolean },
): Promise<void> {
  const { path, send } = person;
  const think = () => pause(thinkMs * (0.5 + Math.random()));
  await pause(rampMs * Math.random());
  for (let morning = Math.floor(Math.random() * 100); goesOn(); morning += 1) {
    await Promise.all([
      send('configuration', 'GET', '/api/config'),
      send('user data', 'GET', '/api/solvena/userData', { headers: JSON_ANSWER }),
    ]);
    const dashboard = await send('dashboard', 'GET', `/api/pharmacy/dashboard/${path}`, { read: true });
    const update = dashboard.status === 200 ? openUpdate(dashboard.text) : undefined;
    await think();
    const list = await send('list, cold', 'GET', `/api/price/${path}/OTC`, { headers: COLUMNS });
    for (let save = 0; save < 3; save += 1) {
      await think();
      await send('list, save 3 rows', 'PUT', `/api/price/${path}`, {
        body: { products: edits(person.listed, morning * 9 + save * 3, 3, 'priceEdit') },
      });
    }
    await think();
    // The list has been saved since: once it comes anew, afterwards it is known.
    const again = await send('list, cold', 'GET', `/api/price/${path}/OTC`, {
      headers: { ...COLUMNS, 'If-None-Match': list.etag },
    });
    await think();
    await send('list, known (304)', 'GET', `/api/price/${path}/OTC`, {
      headers: { ...COLUMNS, 'If-None-Match': again.etag },
    });
    await think();
    if (update !== undefined) await review(update);
    await send('history', 'GET', `/api/pharmacy/ownhistory/${path}`);
    await think();
    if (morning % FILE_EACH === 0) {
      await send('till file (CSV)', 'POST', `/api/price/clientpricelistdownload/${path}`, {
        body: { productGroups: ['OTC'] },
      });
      await think();
    }
    if (morning % PDF_EACH === 0) {
      await send('list as PDF', 'GET', `/api/price/pdf/pricelist/${path}/OTC`);
      await think();
    }
    if (goesOn()) await deliverPackage(person);
  }

  async function review(id: number): Promise<void> {
    const place = `${path}/${id}/OTC`;
    await Promise.all([
      send('package', 'GET', `/api/price/mdp/${place}`, { headers: COLUMNS }),
      send('review figures', 'GET', `/api/price/reviewfigures/MDP/${place}`),
    ]);
    await think();
    const products = edits(person.updated, 0, 2, 'editedPrice');
    await send('package, save 2 rows', 'PUT', `/api/price/save/mdp/${place}`, { body: { products } });
    await think();
    await send('package, state', 'GET', `/api/price/state/MDP/${place}`);
    await think();
    await send('package, approve', 'PUT', `/api/price/approve/mdp/${place}`, { body: { products } });
    await think();
  }
}

/** The next MDP of a person's pharmacy, as the pricing engine delivers it; it comes again when the portal says so. */
export async function deliverPackage({ apoId, updated, deliver, delivered }: Person): Promise<void> {
  const now = Date.now();
  const rows = updated.map((pzn, at) => `${pzn};${4 + ((at + now) % 40)},${10 + (now % 90)}`);
  const body = Buffer.from(
    [
      '--load',
      `Content-Disposition: form-data; name="csv"; filename="load-${apoId}-${now}.csv"`,
      'Content-Type: text/csv',
      '',
      'PZN;TruePrice neu',
      ...rows,
      '',
      '--load--',
      '',
    ].join('\r\n'),
  );
  const headers = { 'Content-Type': 'multipart/form-data; boundary=load' };
  const options = { body, headers };
  const attempt = () => deliver('intake (engine)', 'POST', `/api/intake/mdp/${apoId}/OTC`, options);
  const began = performance.now();
  // Up to half as much again, so that those who were sent away together do not come back together.
  for (let answer = await attempt(); answer.waitMs > 0; answer = await attempt()) {
    await pause(answer.waitMs * (1 + Math.random() / 2));
  }
  delivered(performance.now() - began);
}

/** The MDP that the dashboard offers. */
function openUpdate(dashboard: string): number | undefined {
  const { tpData } = JSON.parse(dashboard) as Pick<Dashboard, 'tpData'>;
  return tpData.find(({ mdpId }) => mdpId !== null)?.mdpId ?? undefined;
}

function edits(pzns: readonly string[], from: number, count: number, price: 'priceEdit' | 'editedPrice') {
  return Array.from({ length: count }, (_, at) => ({
    pzn: pzns[(from + at) % pzns.length],
    [price]: (400 + ((from + at) % 500)) / 100,
    editedPermanent: false,
    editedIgnore: false,
  }));
}
