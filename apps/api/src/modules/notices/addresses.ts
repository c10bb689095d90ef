import type { NoticeAddresses } from '@portal/contracts';
import type { Access } from '@portal/rules';
import type pg from 'pg';
import type { Clock } from '../../clock.ts';
import type { Database, Queryable } from '../../db/database.ts';
import { kindsSql } from '../../db/kinds-sql.ts';
import { ask, askOne, command, run, statement } from '../../db/statement.ts';
import { withLimits } from '../../db/with-limits.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { writeMessage } from '../outbox/index.ts';
import { maskAddress } from './mask-address.ts';
import { NOTICE_TEXT } from './notice-texts.ts';
import { DAY_MS } from './periods.ts';
import { recipientSql } from './recipients.ts';

/** Per pharmacy in 24 hours: no mailing of strangers. */
export const CONFIRMATIONS_A_DAY = 20;
/** From all pharmacies together. */
export const CONFIRMATIONS_TO_ADDRESS_A_DAY = 5;

type Deps = {
  readonly database: Database;
  readonly clock: Clock;
  /** `recipientSalt` */
  readonly salt: string;
};
type PharmacyKey = { readonly apoId: number; readonly crmCompanyId: number };

export async function readAddresses(
  prisma: Database['prisma'],
  { apoId, crmCompanyId }: PharmacyKey,
  { subject, access, email }: { subject: string; access: Access; email: string | undefined },
): Promise<NoticeAddresses> {
  const where = { apoId, OR: [{ subject }, { subject: null }] };
  const rows = await prisma.noticeAddress.findMany({ where, orderBy: { id: 'asc' } });
  const own = rows.find((row) => row.subject !== null);
  return {
    mayAdd: access.pharmacyCrmIds.includes(crmCompanyId),
    offered: email ?? null,
    own: own ? { id: Number(own.id), address: own.address, confirmed: own.confirmedAt !== null } : null,
    proposed: rows
      .filter((row) => row.subject === null)
      .map(({ id, address, confirmedAt }) => {
        return { id: Number(id), masked: maskAddress(address), confirmed: confirmedAt !== null };
      }),
  };
}

const OWN = statement(
  { id: 'bigint', address: 'text' },
  'SELECT id, address FROM notice_address WHERE apo_id = $1 AND subject = $2 FOR UPDATE',
);

const REPLACE_ADDRESS = command(`DELETE FROM notice_address
          WHERE apo_id = $1 AND (subject = $2 OR subject IS NULL AND lower(address) = lower($3))`);

/**
 * Rule 15.1; replaces a former or proposed one. Repeated: one confirmation a day.
 * @throws PortalError 409
 */
export function addAddress(
  { database, clock, salt }: Deps,
  { apoId, crmCompanyId }: PharmacyKey,
  { address, subject, access }: { address: string; subject: string; access: Access },
): Promise<void> {
  return database.transaction(async (connection) => {
    if (!access.pharmacyCrmIds.includes(crmCompanyId)) throw wrongState(NOTICE_TEXT.ownPharmacyOnly);
    const at = clock.now();
    const recipient = await readRecipient(connection, address, salt);
    await withConfirmation(connection, { apoId, recipient, at }, async () => {
      const [own] = await ask(connection, OWN, [apoId, subject]);
      if (own && sameAddress(own.address, address)) return own.id;
      await run(connection, REPLACE_ADDRESS, [apoId, subject, address]);
      return (await askOne(connection, INSERT_ADDRESS, [apoId, address, subject, at])).id;
    });
  });
}

const INSERT_ADDRESS = statement(
  { id: 'bigint' },
  `INSERT INTO notice_address (apo_id, address, subject, created_at, seen_at) VALUES ($1, $2, $3, $4, $4) RETURNING id`,
);

const sameAddress = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

const RELEASED_LZD = statement(
  { released: 'bool' },
  `SELECT status = 0 AND ready_for_approval AS released FROM price_update
    WHERE id = $1 AND apo_id = $2 AND kind IN ${kindsSql('needsRelease')}`,
);

const KNOWN = statement(
  { known: 'bool' },
  'SELECT true AS known FROM notice_address WHERE apo_id = $1 AND lower(address) = lower($2)',
);

/**
 * Rule 15.1; a known address gets no second mail, and the answer does not tell.
 * @throws PortalError 404, 409
 */
export function proposeAddress(
  { database, clock, salt }: Deps,
  { apoId, lzdId, address }: { apoId: number; lzdId: number; address: string },
): Promise<void> {
  return database.transaction(async (connection) => {
    const [lzd] = await ask(connection, RELEASED_LZD, [lzdId, apoId]);
    if (!lzd) throw notFound();
    if (!lzd.released) throw wrongState(NOTICE_TEXT.notReleased);
    const at = clock.now();
    const recipient = await readRecipient(connection, address, salt);
    await withConfirmation(connection, { apoId, recipient, at }, async () => {
      if ((await ask(connection, KNOWN, [apoId, address])).length > 0) return undefined;
      return (await askOne(connection, INSERT_ADDRESS, [apoId, address, null, at])).id;
    });
  });
}

const REMOVE_ADDRESS = command(`DELETE FROM notice_address a USING notice_address named
      WHERE named.apo_id = $2 AND named.id = $1 AND (named.subject = $3 OR named.subject IS NULL)
        AND a.apo_id = $2 AND (a.id = $1 OR named.subject = $3 AND named.confirmed_at IS NOT NULL AND lower(a.address) = lower(named.address))`);

/**
 * With its links and waiting mails.
 * @throws PortalError 404
 */
export async function removeAddress(
  db: Queryable,
  { apoId, id, subject }: { apoId: number; id: number; subject: string },
): Promise<void> {
  const rowCount = await run(db, REMOVE_ADDRESS, [id, apoId, subject]);
  if (rowCount === 0) throw notFound();
}

const RECIPIENT = statement({ recipient: 'text' }, `SELECT ${recipientSql('$1::text', '$2')} AS recipient`);

async function readRecipient(db: Queryable, address: string, salt: string): Promise<string> {
  return (await askOne(db, RECIPIENT, [address, salt])).recipient;
}

const COUNT_OF_PHARMACY = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM outbox WHERE kind = 'noticeConfirmation' AND apo_id = $1 AND created_at > $2`,
);
const COUNT_TO_ADDRESS = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM outbox
    WHERE kind = 'noticeConfirmation' AND payload ->> 'recipient' = $1 AND created_at > $2`,
);

/**
 * Rule 15.1.
 * @param store under the locks of the limits; undefined: nothing to ask
 */
async function withConfirmation(
  connection: pg.PoolClient,
  { apoId, recipient, at }: { apoId: number; recipient: string; at: Date },
  store: () => Promise<string | undefined>,
): Promise<void> {
  const since = new Date(at.getTime() - DAY_MS);
  const limits = [
    {
      key: `confirmations of ${apoId}`,
      count: COUNT_OF_PHARMACY,
      values: [apoId, since],
      max: CONFIRMATIONS_A_DAY,
      refusal: () => wrongState(NOTICE_TEXT.tooManyConfirmations),
    },
    {
      key: `confirmations to ${recipient}`,
      count: COUNT_TO_ADDRESS,
      values: [recipient, since],
      max: CONFIRMATIONS_TO_ADDRESS_A_DAY,
      refusal: () => wrongState(NOTICE_TEXT.tooManyToAddress),
    },
  ];
  await withLimits(connection, limits, async () => {
    const id = await store();
    if (id === undefined) return;
    const onceKey = `confirmation/${id}/${at.toISOString().slice(0, 10)}`;
    const payload = { addressId: id, recipient };
    const isNew = await writeMessage(connection, { kind: 'noticeConfirmation', payload, apoId, at, onceKey });
    // The mail says when the address will be deleted.
    if (isNew) await run(connection, WAIT_ANEW, [apoId, id, at]);
  });
}

const WAIT_ANEW = command(
  'UPDATE notice_address SET created_at = $3 WHERE apo_id = $1 AND id = $2 AND confirmed_at IS NULL',
);
