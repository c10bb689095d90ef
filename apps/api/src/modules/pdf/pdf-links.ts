import { createHash, randomBytes } from 'node:crypto';
import { ENDPOINTS, pathFor } from '@portal/contracts';
import type { Request } from 'express';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { ask, command, run, statement } from '../../db/statement.ts';
import { PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';

type Deps = { readonly database: Database; readonly clock: Clock };
export type PdfFile = { readonly fileName: string; readonly bytes: Uint8Array };

/** How long a tab can load its PDF again. */
const LINK_LIFE_MS = 3_600_000;
/** Oldest go first. */
const MAX_LINKS = 10;

/** RFC 7240. */
export function prefersLink(request: Request): boolean {
  return /(?:^|[\s,;])return=minimal(?:$|[\s,;])/i.test(request.get('prefer') ?? '');
}

const KEEP = command('INSERT INTO pdf_link (apo_id, hash, file_name, content, expires_at) VALUES ($1, $2, $3, $4, $5)');

const FORGET_OLDEST = command(`DELETE FROM pdf_link WHERE apo_id = $1 AND (expires_at <= $2 OR hash NOT IN (
         SELECT hash FROM pdf_link WHERE apo_id = $1 ORDER BY expires_at DESC, hash LIMIT $3))`);

/** For an hour (rule 10.37); only the token's hash is stored. */
export async function keepPdf({ database, clock }: Deps, apoId: number, { fileName, bytes }: PdfFile): Promise<string> {
  const ticket = randomBytes(32).toString('base64url');
  const now = clock.now();
  await database.transaction(async (connection) => {
    await run(connection, KEEP, [
      apoId,
      hashOf(ticket),
      fileName,
      Buffer.from(bytes),
      new Date(now.getTime() + LINK_LIFE_MS),
    ]);
    await run(connection, FORGET_OLDEST, [apoId, now, MAX_LINKS]);
  });
  return pathFor(ENDPOINTS.openPdf, { apoId, ticket, fileName });
}

const LINKED = statement(
  { fileName: 'text', bytes: 'bytes' },
  `SELECT file_name AS "fileName", content AS bytes FROM pdf_link WHERE apo_id = $1 AND hash = $2 AND expires_at > $3`,
);

/** @throws PortalError 404 */
export async function findPdf({ database, clock }: Deps, apoId: number, ticket: string): Promise<PdfFile> {
  const [found] = await ask(database.pool, LINKED, [apoId, hashOf(ticket), clock.now()]);
  if (!found) throw new PortalError(404, 'link_expired', TEXT.pdf.linkExpired);
  return found;
}

const FORGET = command('DELETE FROM pdf_link WHERE expires_at <= $1');

/** Removes PDFs whose hour is over. */
export async function forgetPdfs({ database, clock }: Deps): Promise<void> {
  await run(database.pool, FORGET, [clock.now()]);
}

function hashOf(ticket: string): string {
  return createHash('sha256').update(ticket).digest('base64url');
}
