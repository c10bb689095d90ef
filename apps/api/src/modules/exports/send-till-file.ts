import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { tillFileName } from '@portal/rules';
import type { Response } from 'express';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Queryable } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { findTillFile } from './find-till-file.ts';
import { TILL_FILE_TEXT } from './till-file-texts.ts';

const unzip = promisify(gunzip);

const CONTENT = statement(
  { content: 'bytes' },
  'SELECT content FROM till_file WHERE apo_id = $1 AND id = $2 AND content IS NOT NULL',
);

/**
 * Byte for byte (rule 9.16).
 * @throws PortalError 404, 409
 */
export async function sendTillFile(
  db: Queryable,
  { apoId, name }: PharmacyContext,
  { fileId, response }: { fileId: number; response: Response },
): Promise<void> {
  const file = await findTillFile(db, apoId, fileId);
  if (!file) throw notFound();
  const [stored] = await ask(db, CONTENT, [apoId, fileId]);
  if (!stored) throw wrongState(TILL_FILE_TEXT.notRetained);
  const type = file.extension === '.csv' ? 'text/csv' : 'text/plain';
  response.attachment(tillFileName(apoId, name, file.extension)).set('Content-Type', type);
  response.end(await unzip(stored.content));
}
