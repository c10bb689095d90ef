import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { REASON } from '@portal/contracts';
import { seenLine } from '@portal/rules';
import type { Request, Response } from 'express';
import multer, { MulterError } from 'multer';
import { CSV_LIMITS } from '../files/csv-reader.ts';
import type { StatedContent } from '../files/stated-content.ts';
import { FILE_TEXT } from '../files/texts.ts';
import { failRequest } from '../limits/lowest-rate.ts';
import { TEXT } from '../texts/de.ts';
import { PortalError } from './errors.ts';
import { readStatedContent } from './stated-content.ts';
import { createWorkFolder } from './work-folders.ts';

const MOST_FILE_NAME = 200;

/** An uploaded file on disk; gone once the call is answered. */
export type UploadedFile = {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  /** what the headers of the call say of it */
  readonly stated: StatedContent;
};

const LIMITS = {
  fileSize: CSV_LIMITS.bytes,
  files: 1,
  fields: 20,
  fieldSize: 10_000,
  fieldNameSize: 100,
  fieldNestingDepth: 0,
  parts: 21,
  headerPairs: 20,
};
/** The file, the fields, and what a form needs around them. */
const MOST_BYTES = LIMITS.fileSize + LIMITS.fields * LIMITS.fieldSize + 64 * 1024;

/**
 * One file in a temporary folder, removed on failure. Rule 10.4.
 * @throws PortalError 400, 413, 415, 422, 507
 */
export async function receiveUpload(field: string, request: Request, response: Response): Promise<UploadedFile> {
  if (!request.is('multipart/form-data')) throw new PortalError(415, REASON.invalid, TEXT.upload.multipartExpected);
  if ((request.headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new PortalError(415, REASON.invalid, TEXT.unsupportedEncoding);
  if (Number(request.headers['content-length'] ?? 0) > MOST_BYTES) throw tooLarge();
  const stated = readStatedContent(request.headers);
  requireSender(request);
  const folder = await createWorkFolder('upload');
  const receive = multer({ dest: folder, defParamCharset: 'utf8', limits: LIMITS }).single(field);
  try {
    // multer would wait for ever.
    requireSender(request);
    await new Promise<void>((resolve, reject) => {
      const done = (error?: unknown) => (error === undefined ? resolve() : reject(uploadError(error)));
      endBeyond(MOST_BYTES, request);
      receive(request, response, done);
    });
  } catch (error) {
    await remove(folder);
    throw error;
  }
  if (!request.file) {
    await remove(folder);
    throw new PortalError(422, REASON.invalid, TEXT.upload.noFile(field));
  }
  return {
    path: request.file.path,
    name: seenLine(request.file.originalname, MOST_FILE_NAME) || TEXT.upload.unnamed,
    size: request.file.size,
    stated,
  };
}

/** @throws PortalError 400 where the connection has gone */
function requireSender(request: Request): void {
  if (request.destroyed) throw new PortalError(400, REASON.invalid, TEXT.aborted);
}

function endBeyond(most: number, request: Request): void {
  let total = 0;
  const onData = (chunk: Buffer) => {
    total += chunk.length;
    if (total <= most) return;
    request.off('data', onData);
    failRequest(request, tooLarge());
  };
  request.on('error', () => undefined).on('data', onData);
}

function tooLarge(): PortalError {
  return new PortalError(413, REASON.tooLarge, FILE_TEXT.tooLarge(String(CSV_LIMITS.bytes / 2 ** 20)));
}

/** Removes the file of an upload, when there is one. */
export async function discardUpload(request: Request): Promise<void> {
  const path: string | undefined = request.file?.path;
  if (path !== undefined) await remove(dirname(path));
}

async function remove(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
}

/** Of multer and Node for a connection that ends early. */
const GONE: ReadonlySet<string> = new Set(['Request aborted', 'Request closed', 'aborted']);

function uploadError(error: unknown): unknown {
  if (!(error instanceof MulterError)) {
    // The sender left: not a server error.
    if (error instanceof Error && GONE.has(error.message)) return new PortalError(400, REASON.invalid, TEXT.aborted);
    // busboy throws plain errors without a boundary
    const parsing = error instanceof Error && /multipart|boundary|unexpected end|malformed part/i.test(error.message);
    return parsing ? new PortalError(400, REASON.invalid, TEXT.upload.malformed) : error;
  }
  switch (error.code) {
    case 'LIMIT_FILE_SIZE':
      return tooLarge();
    case 'LIMIT_FILE_COUNT':
    case 'LIMIT_UNEXPECTED_FILE':
      return new PortalError(422, REASON.invalid, TEXT.upload.oneFileOnly);
    default:
      return new PortalError(400, REASON.invalid, TEXT.upload.malformed);
  }
}
