import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Response } from 'express';
import type { Queryable } from '../../db/database.ts';
import { XLSX_MEDIA_TYPE } from '../../files/xlsx-writer.ts';
import { findStored } from './decide-delivery.ts';

/**
 * Byte for byte (rule 20.11).
 * @throws PortalError 404
 */
export async function sendDeliveryFile(
  db: Queryable,
  { id, response }: { id: number; response: Response },
): Promise<void> {
  const { content } = await findStored(db, id);
  const bytes = await promisify(gunzip)(content);
  // A name of the deliverer's could end in '.hta'.
  const isWorkbook = bytes.subarray(0, 2).toString('latin1') === 'PK';
  response.attachment(`Lieferung_${id}.${isWorkbook ? 'xlsx' : 'csv'}`).type(isWorkbook ? XLSX_MEDIA_TYPE : 'text/csv');
  response.end(bytes);
}
