import { REASON } from '@portal/contracts';
import { formatDate } from '@portal/rules';
import type { Response } from 'express';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import { PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import type { MadePdf, PdfHead, PdfJob, PdfOutcome } from './pdf-job.ts';
import type { PdfFile } from './pdf-links.ts';
import { type PdfPool, PdfPoolError, type PdfRefusal } from './pdf-pool.ts';

type PdfCall = {
  caller: Caller;
  response: Response;
  /** Stores the PDF and answers its address, for a caller that wants that alone. */
  keep?: (file: PdfFile) => Promise<string>;
};

/** The head of a PDF: the pharmacy asked for, also where it is a mirror and the list is its main pharmacy's. */
export function pdfHead(pharmacy: PharmacyContext, productGroup: PdfHead['productGroup'], now: Date): PdfHead {
  return { productGroup, pharmacyName: pharmacy.name, apoId: pharmacy.apoId, at: now.getTime() };
}

/**
 * Makes the PDF and sends it to be shown, not stored. Who closes the window cancels the work.
 * @throws PortalError 400 or 422 for a body that is none or too much for a PDF, 429 when the user has too many under way, 503 when the server has
 */
export async function sendPdf(pool: PdfPool, { caller, response, keep }: PdfCall, job: PdfJob): Promise<void> {
  const cancel = new AbortController();
  const onClose = () => cancel.abort(new Error('the request was closed'));
  response.on('close', onClose);
  try {
    const pdf = read(await pool.run(job, { user: caller.subject, signal: cancel.signal }));
    const file = { fileName: pdfFileName(pdf, job.head), bytes: pdf.bytes };
    if (keep)
      response
        .status(201)
        .set('Location', await keep(file))
        .set('Preference-Applied', 'return=minimal')
        .end();
    else sendFile(response, file);
  } catch (error) {
    if (cancel.signal.aborted) return; // nobody waits for an answer
    throw error instanceof PdfPoolError ? REFUSED[error.refusal](response) : error;
  } finally {
    response.off('close', onClose);
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

function read(outcome: PdfOutcome): MadePdf {
  switch (outcome.status) {
    case 'made':
      return outcome.pdf;
    case 'refused': {
      const { httpStatus, message, issues } = outcome;
      throw new PortalError(httpStatus, REASON.invalid, message, issues.length > 0 ? { issues } : {});
    }
    case 'failed':
      throw Object.assign(new Error(outcome.message), { stack: outcome.stack });
  }
}

const RETRY_SECONDS = '20';
const REFUSED: Record<PdfRefusal, (response: Response) => PortalError> = {
  full(response) {
    response.set('Retry-After', RETRY_SECONDS);
    return new PortalError(503, REASON.busy, TEXT.pdf.full);
  },
  userLimit(response) {
    response.set('Retry-After', RETRY_SECONDS);
    return new PortalError(429, REASON.busy, TEXT.pdf.userLimit);
  },
  memory: () => new PortalError(422, REASON.invalid, TEXT.pdf.tooLarge),
  timeout: () => new PortalError(503, REASON.busy, TEXT.pdf.timeout),
};

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
