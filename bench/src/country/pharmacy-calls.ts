import type pg from 'pg';
import { AS_BROWSERS, call, load } from '../call.ts';
import { FIRST, LISTED_ONLY } from './grow.ts';

/** A pharmacy that is called, with its open package and what it has edited so far. */
export type Called = {
  apoId: number;
  token: string;
  packageId: number;
  pzns: string[];
  eventId: string;
  edits: number;
};
export type CallOf = (url: string, pharmacy: Called) => Promise<unknown>;

/** Rows of a save. */
const EDITED = LISTED_ONLY;

/** @returns `count` pharmacies, evenly spread over the database's `total`; others for another total, so that none is worn */
export async function pickPharmacies(pool: pg.Pool, total: number, count: number): Promise<Called[]> {
  const step = Math.floor(total / count);
  const ids = Array.from({ length: count }, (_, index) => FIRST + (index + 1) * step - 1);
  const { rows } = await pool.query<Called>(
    `SELECT p.apo_id AS "apoId", p.token, u.id AS "packageId", 0 AS edits,
            (SELECT max(id)::text FROM history_entry h WHERE h.apo_id = p.apo_id) AS "eventId",
            (SELECT array_agg(pzn ORDER BY pzn) FROM price_item i WHERE i.apo_id = p.apo_id) AS pzns
       FROM pharmacy p JOIN price_update u USING (apo_id) WHERE p.apo_id = ANY($1) AND u.status = 0 ORDER BY 1`,
    [ids],
  );
  if (rows.length !== count) throw new Error(`${rows.length} of ${count} pharmacies have an open package`);
  return rows;
}

const at =
  (path: (pharmacy: Called) => string, headers: Record<string, string> = AS_BROWSERS): CallOf =>
  async (url, pharmacy) => {
    const { status } = await load(`${url}/api/${path(pharmacy)}`, headers);
    if (status !== 200) throw new Error(`${path(pharmacy)}: ${status}`);
  };
const own = ({ apoId, token }: Called) => `${apoId}/${token}`;
const ofPackage = (one: Called) => `${own(one)}/${one.packageId}/OTC`;
const send =
  (method: string, path: (pharmacy: Called) => string, body?: (pharmacy: Called) => object): CallOf =>
  async (url, pharmacy) => {
    await call(`${url}/api/${path(pharmacy)}`, method, body?.(pharmacy));
  };
/** Always another price, so that each save changes its rows. */
const nextPrice = (pharmacy: Called) => {
  pharmacy.edits += 1;
  return (1000 + (pharmacy.edits % 1000)) / 100;
};

/**
 * Every kind of call of a pharmacy, in an order that can be repeated: the list is saved while no open package locks its articles,
 * which makes it cold; reopening leaves the package open again.
 */
export const PHARMACY_CALLS: Record<string, CallOf> = {
  'Startseite (dashboard)': at((one) => `pharmacy/dashboard/${own(one)}`),
  Einstellungen: at((one) => `pharmacy/settings/${own(one)}`),
  'Preisverlauf of an article': at((one) => `price/pricehistory/${own(one)}/${one.pzns[0]}`),
  'Paket öffnen': at((one) => `price/mdp/${ofPackage(one)}`),
  'Paket: review context': at((one) => `price/review/mdp/${ofPackage(one)}`),
  'Paket speichern, 50 rows': send(
    'PUT',
    (one) => `price/save/mdp/${ofPackage(one)}`,
    (one) => ({
      products: one.pzns
        .slice(0, EDITED)
        .map((pzn) => ({ pzn, editedPrice: nextPrice(one), editedPermanent: false, editedIgnore: false })),
    }),
  ),
  'Paket freigeben': send(
    'PUT',
    (one) => `price/approve/mdp/${ofPackage(one)}`,
    () => ({ products: [] }),
  ),
  'Preisliste speichern, 50 rows': send(
    'PUT',
    (one) => `price/${own(one)}`,
    (one) => ({
      products: one.pzns
        .slice(-EDITED)
        .map((pzn) => ({ pzn, priceEdit: nextPrice(one), editedPermanent: false, editedIgnore: false })),
    }),
  ),
  'Preisliste, cold': at((one) => `price/${own(one)}/OTC`),
  'Preisliste, warm': at((one) => `price/${own(one)}/OTC`),
  'Paket: log as CSV': at((one) => `price/logfile/${own(one)}/mdp/${one.packageId}/OTC`, {}),
  'Etiketten: how many': at((one) => `price/labels/${own(one)}`),
  'Etiketten: rows': at((one) => `price/labels/${own(one)}/rows`),
  Regal: at((one) => `price/shelf/${own(one)}`),
  'Paket wieder öffnen': send('DELETE', (one) => `price/approve/mdp/${ofPackage(one)}`),
  'Historie of staff': at((one) => `pharmacy/history/${own(one)}`),
  'Verlauf of the pharmacy': at((one) => `pharmacy/ownhistory/${own(one)}`),
  'Historie: log as CSV': at((one) => `price/eventlog/${own(one)}/${one.eventId}`, {}),
  'Kassendatei laden': send(
    'POST',
    (one) => `price/clientpricelistdownload/${own(one)}`,
    () => ({ productGroups: ['OTC'] }),
  ),
  'Kassendateien: list': at((one) => `price/tillfiles/${own(one)}`),
  'Till sync: whole list': async (url, { apoId }) => {
    const { status } = await load(`${url}/api/till/v1/${apoId}/prices?limit=10000`, {
      Accept: 'application/json',
      Authorization: `Bearer till-${apoId}`,
    });
    if (status !== 200) throw new Error(`till sync: ${status}`);
  },
};

/** What staff see of all pharmacies. */
export const STAFF_CALLS: Record<string, (url: string) => Promise<unknown>> = {
  'Kundenliste (staff)': (url) => loadAll(`${url}/api/solvena/pharmacies`),
  'Übersicht (staff)': (url) => loadAll(`${url}/api/admin/overview`),
  'Apothekensuche (staff)': (url) => call(`${url}/api/pharmacy/search`, 'POST', { query: 'hirsch' }),
};

async function loadAll(url: string): Promise<void> {
  const { status } = await load(url, { ...AS_BROWSERS, Accept: 'application/json' });
  if (status !== 200) throw new Error(`${url}: ${status}`);
}
