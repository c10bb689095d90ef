import type { Cents, ProductGroup, UpdateKind } from '@portal/rules';
import type { ScannedList } from '../../http/json-scan.ts';

/** What stands around the rows. */
export type PdfHead = {
  readonly productGroup: ProductGroup;
  readonly pharmacyName: string;
  readonly apoId: number;
  /** When the PDF was asked for, milliseconds since 1970. */
  readonly at: number;
  /** Of the approved package that is printed. */
  readonly approval?: {
    readonly id: number;
    readonly kind: UpdateKind;
    /** When it arrived and when it was approved, milliseconds since 1970. */
    readonly arrivedAt: number;
    readonly at: number;
    readonly approver: string;
  };
};

export type LabelsHead = Pick<PdfHead, 'pharmacyName' | 'apoId' | 'at'> & {
  /** By PZN (rule 17.10) */
  readonly lowestBefore: Readonly<Record<string, Cents>>;
};

/** Validated in the child process. */
export type PdfJob = { readonly json: readonly Uint8Array[] } & PdfTask;

type PdfTask =
  | { readonly kind: 'body'; readonly head: PdfHead; readonly lists: readonly ScannedList[] }
  | { readonly kind: 'labels'; readonly head: LabelsHead; readonly lists: readonly ScannedList[] }
  | { readonly kind: 'priceList'; readonly head: PdfHead };

export type PdfOrder = PdfTask;

export type MadePdf = {
  readonly bytes: Uint8Array;
  readonly title: string;
};
