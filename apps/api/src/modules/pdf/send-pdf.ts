import { REASON } from '@portal/contracts';
import { formatDate } from '@portal/rules';
import type { Response } from 'express';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { PortalError } from '../../http/errors.ts';
import type { SlotHolder } from '../../limits/semaphore.ts';
import { TEXT } from '../../texts/de.ts';
import { ChildPoolError, type PoolRefusal } from '../../child-pool/pool.ts';
import type { MadePdf, PdfHead, PdfJob } from './pdf-job.ts';
import type { PdfFile } from './pdf-links.ts';
import type { PdfPool } from './pdf-pool.ts';

type PdfCall = {
  holder: SlotHolder;
  response: Response;
  signal: AbortSignal;
  keep?: (file: PdfFile) => Promise<string>;
};

export function pdfHead(pharmacy: PharmacyContext, productGroup: PdfHead['productGroup'], now: Date): PdfHead {
  return { productGroup, pharmacyName: pharmacy.name, apoId: pharmacy.apoId, at: now.getTime() };
}

/**
 * Cancelled when the client leaves.
 * @throws PortalError 400, 422, 429, 503
 */
export async function sendPdf(pool: PdfPool, { holder, response, signal, keep }: PdfCall, job: PdfJob): Promise<void> {
  try {
    const pdf = await pool.run(job, { holder, signal });
    const file = { fileName: pdfFileName(pdf, job.head), bytes: pdf.bytes };
    if (keep)
      response
        .status(201)
        .set('Location', await keep(file))
        .set('Preference-Applied', 'return=minimal')
        .end();
    else sendFile(response, file);
  } catch (error) {
    throw error instanceof ChildPoolError ? REFUSED[error.refusal]() : error;
  }
}

/** To be shown, not stored; saved under its name. */
export function sendFile(response: Response, { fileName, bytes }: PdfFile): void {
  response
    .status(200)
    .set('Content-Type', 'application/pdf')
    .set('Content-Disposition', `inline; filename="${fileName}"`)
    .end(bytes);
}

const RETRY_SECONDS = 20;
const REFUSED: Record<PoolRefusal, () => PortalError> = {
  full: () => busy(503, TEXT.pdf.full),
  late: () => busy(503, TEXT.pdf.full),
  own: () => busy(429, TEXT.pdf.userLimit),
  memory: () => new PortalError(422, REASON.invalid, TEXT.pdf.tooLarge),
  cost: () => new PortalError(422, REASON.invalid, TEXT.pdf.tooLarge),
};

function busy(status: 429 | 503, message: string): PortalError {
  const error = new PortalError(status, REASON.busy, message);
  error.retryAfterSeconds = RETRY_SECONDS;
  return error;
}

const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };

/** 'TruePrice_Monatsupdate_OTC_4711_2026-03-10.pdf', 'Etiketten_4711_2026-03-10.pdf': letters, digits, '-' and '_' only, whatever the title holds. */
export function pdfFileName({ title }: Pick<MadePdf, 'title'>, head: PdfJob['head']): string {
  const name = title
    .replace(/[äöüÄÖÜß]/g, (letter) => UMLAUTS[letter] ?? '')
    .replace(/[^A-Za-z0-9-]+/g, '_')
    .replace(/^_+|_+$/g, '');
  const day = formatDate(new Date(head.at), 'dd.MM.yyyy').split('.').reverse().join('-');
  const group = 'productGroup' in head ? `_${head.productGroup}` : '';
  return `${name || 'Preise'}${group}_${head.apoId}_${day}.pdf`;
}
