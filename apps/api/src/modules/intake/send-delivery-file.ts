import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { Response } from 'express';
import type { Queryable } from '../../db/database.ts';
import { findStored } from './decide-delivery.ts';

/**
 * Byte for byte (rule 20.11).
 * @throws PortalError 404
 */
export async function sendDeliveryFile(
  db: Queryable,
  { id, response }: { id: number; response: Response },
): Promise<void> {
  const { fileName, content } = await findStored(db, id);
  response.attachment(fileName).set('Content-Type', 'text/csv');
  response.end(await promisify(gunzip)(content));
}
