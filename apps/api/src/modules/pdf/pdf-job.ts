import type { PdfTemplate } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';

/** What stands around the rows. */
export type PdfHead = {
  readonly productGroup: ProductGroup;
  readonly pharmacyName: string;
  readonly apoId: number;
  /** When the PDF was asked for, milliseconds since 1970. */
  readonly at: number;
};

/**
 * What a worker makes a PDF of, as JSON bytes that it parses itself: the body of the call, not yet judged, or the columns
 * of a stored price list.
 */
export type PdfJob = { readonly head: PdfHead } & (
  | { readonly kind: 'body'; readonly json: Uint8Array<ArrayBuffer> }
  | { readonly kind: 'priceList'; readonly json: Uint8Array<ArrayBuffer> }
);

export type PdfIssue = { path: string; message: string };

/** A finished PDF and what it was made of, by which the file is named. */
export type MadePdf = {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly title: string;
  readonly template: PdfTemplate;
};

/** What a worker answers. `malformed`: no JSON; `invalid`: JSON that does not fit the contract. */
export type PdfOutcome =
  | { readonly status: 'made'; readonly pdf: MadePdf }
  | { readonly status: 'malformed' }
  | { readonly status: 'invalid'; readonly issues: PdfIssue[] }
  | { readonly status: 'failed'; readonly error: Error };
