import { createHash } from 'node:crypto';
import { REASON, TILL_HEADER, type TillPage, writeTillDetails, writeTillPrice } from '@portal/contracts';
import { decimalText } from '@portal/rules';
import type { Request, Response } from 'express';
import { type Database, READ_SNAPSHOT } from '../../db/database.ts';
import { PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { type Page, planWalk, readPage, type Walk } from './read-page.ts';
import { readTillPharmacy, type TillPharmacy } from './read-position.ts';
import type { TillRow } from './read-prices.ts';
import { TILL_TEXT } from './till-texts.ts';

type Form = 'json' | 'csv';
type Answer = { pharmacy: TillPharmacy; walk: Walk; page: Page };

/** 304 for the page the till already has. */
export async function sendTillPrices(
  database: Database,
  call: {
    params: { crmCompanyId: number };
    query: { since?: string | undefined; limit: number; details: 'true' | 'false' };
    request: Request;
    response: Response;
  },
): Promise<void> {
  const { params, query, request, response } = call;
  const form = acceptedForm(request);
  const details = query.details === 'true';
  const answer = await database.transaction(async (connection) => {
    // One snapshot, or the page could be of another list than its cursor.
    const pharmacy = await readTillPharmacy(connection, params.crmCompanyId);
    const walk = await planWalk(connection, pharmacy.position, query.since);
    response.set('ETag', entityTag(walk, query.limit, form, details));
    return request.fresh ? undefined : { pharmacy, walk, page: await readPage(connection, walk, query.limit) };
  }, READ_SNAPSHOT);
  response.set({ 'Cache-Control': 'private, no-store', Vary: 'Accept, Accept-Encoding, Authorization' });
  if (!answer) {
    response.status(304).end();
    return;
  }
  if (form === 'json') {
    response.type('application/json; charset=utf-8').end(JSON.stringify(toJson(answer, details)));
    return;
  }
  const { page, walk } = answer;
  response.set({ [TILL_HEADER.cursor]: page.cursor, [TILL_HEADER.more]: String(page.more) });
  if (walk.reload) response.set(TILL_HEADER.reload, walk.reload);
  response.type('text/csv; charset=utf-8').end(toCsv(page.rows));
}

/** Weak: the same page in another compression is the same page. */
function entityTag(walk: Walk, limit: number, form: Form, details: boolean): string {
  const hash = createHash('sha256').update(JSON.stringify([walk, limit, form, details]));
  return `W/"${hash.digest('base64url').slice(0, 22)}"`;
}

function toJson({ pharmacy, walk, page }: Answer, details: boolean): TillPage {
  return {
    status: 'OK',
    crmCompanyId: pharmacy.position.crmCompanyId,
    apoId: pharmacy.apoId,
    reload: walk.reload,
    message: walk.reload && TILL_TEXT.reload[walk.reload],
    prices: page.rows.map(details ? writeTillDetails : writeTillPrice),
    cursor: page.cursor,
    more: page.more,
  };
}

function toCsv(rows: readonly TillRow[]): string {
  const lines = rows.map(
    ({ pzn, effectivePrice }) => `${pzn};${effectivePrice === null ? '' : decimalText(effectivePrice)}\r\n`,
  );
  return `PZN;VK\r\n${lines.join('')}`;
}

/** JSON is the default; CSV only when asked for by name. */
function acceptedForm(request: Request): Form {
  const accepted = request.accepts(['application/json', 'text/csv']);
  if (accepted === false) throw new PortalError(406, REASON.invalid, TEXT.notAcceptable);
  return accepted === 'text/csv' ? 'csv' : 'json';
}
