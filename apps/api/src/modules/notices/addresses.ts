import type { NoticeAddresses } from '@portal/contracts';
import type { Access } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { ask, askOne, statement } from '../../db/statement.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { writeMessage } from '../outbox/index.ts';
import { NOTICE_TEXT } from './notice-texts.ts';

/** How long an address waits for its confirmation. */
export const UNCONFIRMED_DAYS = 7;
/** How long a confirmed address is good after its person last signed in with a right to the pharmacy (rule 15.2). */
export const SEEN_DAYS = 90;
/** Confirmations that one pharmacy may have sent within 24 hours, whoever asks: nobody is to mail strangers through the portal. */
export const CONFIRMATIONS_A_DAY = 20;
export const DAY_MS = 86_400_000;

type Deps = { readonly database: Database; readonly clock: Clock };
type Place = { readonly apoId: number; readonly crmCompanyId: number };
type Row = { id: string; address: string; own: boolean; confirmed: boolean };

const ADDRESSES = statement<Row>(
  { id: 'bigint', address: 'text', own: 'bool', confirmed: 'bool' },
  `SELECT id, address, subject IS NOT NULL AS own, confirmed_at IS NOT NULL AS confirmed
     FROM notice_address WHERE apo_id = $1 AND (subject = $2 OR subject IS NULL) ORDER BY id`,
);

/** The caller's own address, and those that staff proposed (rule 15.1). What others asked for is nobody else's business. */
export async function readAddresses(
  db: Queryable,
  { apoId, crmCompanyId }: Place,
  { subject, access, email }: { subject: string; access: Access; email: string | undefined },
): Promise<NoticeAddresses> {
  const rows = await ask(db, ADDRESSES, [apoId, subject]);
  const own = rows.find((row) => row.own);
  return {
    mayAdd: access.pharmacyCrmIds.includes(crmCompanyId),
    offered: email ?? null,
    own: own ? { id: Number(own.id), address: own.address, confirmed: own.confirmed } : null,
    proposed: rows.flatMap(({ id, address, own: isOwn, confirmed }) =>
      isOwn ? [] : [{ id: Number(id), masked: address.replace(/^(.).*@/u, '$1…@'), confirmed }],
    ),
  };
}

const OWN = statement<{ id: string; address: string }>(
  { id: 'bigint', address: 'text' },
  'SELECT id, address FROM notice_address WHERE apo_id = $1 AND subject = $2 FOR UPDATE',
);

/**
 * Somebody of the pharmacy asks for mails to an address (rule 15.1). It takes the place of a former one of theirs, and of a
 * proposed one that is the same. Asking again for the same address sends its confirmation again, at most once a day.
 * @throws PortalError 409 for somebody who is not of the pharmacy, and when too many confirmations were sent today
 */
export function addAddress(
  { database, clock }: Deps,
  { apoId, crmCompanyId }: Place,
  { address, subject, access }: { address: string; subject: string; access: Access },
): Promise<void> {
  return database.transaction(async (connection) => {
    if (!access.pharmacyCrmIds.includes(crmCompanyId)) throw wrongState(NOTICE_TEXT.ownPharmacyOnly);
    const at = clock.now();
    const [own] = await ask(connection, OWN, [apoId, subject]);
    if (own && sameAddress(own.address, address)) return askToConfirm(connection, { apoId, id: own.id, at });
    await connection.query(
      `DELETE FROM notice_address
        WHERE apo_id = $1 AND (subject = $2 OR subject IS NULL AND lower(address) = lower($3))`,
      [apoId, subject, address],
    );
    const { id } = await askOne(connection, INSERT_ADDRESS, [apoId, address, subject, at]);
    await askToConfirm(connection, { apoId, id, at });
  });
}

const INSERT_ADDRESS = statement<{ id: string }>(
  { id: 'bigint' },
  `INSERT INTO notice_address (apo_id, address, subject, created_at, seen_at) VALUES ($1, $2, $3, $4, $4) RETURNING id`,
);

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const RELEASED_LZD = statement<{ released: boolean }>(
  { released: 'bool' },
  `SELECT status = 0 AND ready_for_approval AS released FROM price_update WHERE id = $1 AND apo_id = $2 AND kind = 'LZD'`,
);

const KNOWN = statement<{ known: boolean }>(
  { known: 'bool' },
  'SELECT true AS known FROM notice_address WHERE apo_id = $1 AND lower(address) = lower($2)',
);

/**
 * Staff propose an address with the release of an LZD (rule 15.1). One that is known already, whosever it is, is left as it is and
 * gets no second mail, and the answer does not tell.
 * @throws PortalError 404 for an unknown LZD, 409 when it is not open and released, and when too many confirmations were sent
 */
export function proposeAddress(
  { database, clock }: Deps,
  { apoId, lzdId, address }: { apoId: number; lzdId: number; address: string },
): Promise<void> {
  return database.transaction(async (connection) => {
    const [lzd] = await ask(connection, RELEASED_LZD, [lzdId, apoId]);
    if (!lzd) throw notFound();
    if (!lzd.released) throw wrongState(NOTICE_TEXT.notReleased);
    if ((await ask(connection, KNOWN, [apoId, address])).length > 0) return;
    const at = clock.now();
    const { id } = await askOne(connection, INSERT_ADDRESS, [apoId, address, null, at]);
    await askToConfirm(connection, { apoId, id, at });
  });
}

/**
 * Ends mails to an address: the caller's own, or one that staff proposed. Its links and what waits to be sent to it end with it.
 * @throws PortalError 404 for any other
 */
export async function removeAddress(
  db: Queryable,
  { apoId, id, subject }: { apoId: number; id: number; subject: string },
): Promise<void> {
  const { rowCount } = await db.query(
    'DELETE FROM notice_address WHERE id = $1 AND apo_id = $2 AND (subject = $3 OR subject IS NULL)',
    [id, apoId, subject],
  );
  if (rowCount === 0) throw notFound();
}

const COUNT_CONFIRMATIONS = statement<{ count: number }>(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM outbox WHERE kind = 'noticeConfirmation' AND apo_id = $1 AND created_at > $2`,
);

async function askToConfirm(
  connection: Queryable,
  { apoId, id, at }: { apoId: number; id: string; at: Date },
): Promise<void> {
  const { count } = await askOne(connection, COUNT_CONFIRMATIONS, [apoId, new Date(at.getTime() - DAY_MS)]);
  if (count >= CONFIRMATIONS_A_DAY) throw wrongState(NOTICE_TEXT.tooManyConfirmations);
  const onceKey = `confirmation/${id}/${at.toISOString().slice(0, 10)}`;
  await writeMessage(connection, { kind: 'noticeConfirmation', payload: { addressId: id }, apoId, at, onceKey });
}
