import { formatDate } from '@portal/rules';
import type { Response } from 'express';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { SlotHolder } from '../../limits/semaphore.ts';
import { TEXT } from '../../texts/de.ts';
import { refusalOf } from '../../child-pool/refusals.ts';
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
    throw refusalOf(error, { busy, ownBusy, tooCostly });
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

const { full: busy, userLimit: ownBusy, tooLarge: tooCostly } = TEXT.pdf;

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
