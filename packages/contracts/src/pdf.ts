import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  pharmacyIdSchema,
  pharmacyTokenSchema,
  printedTextSchema,
  productGroupParamSchema,
  pznSchema,
} from './fields.ts';

/**
 * What a PDF looks like (rule 10.11). MDP prints `approvalPricelist`, QDP and LZD `approvalNewProducts`; the LZD has
 * no template of its own there and the same columns as the QDP.
 */
export const PDF_TEMPLATES = ['pricelist', 'approvalPricelist', 'approvalNewProducts'] as const;
export type PdfTemplate = (typeof PDF_TEMPLATES)[number];

/** Titles of rule 10.11; that of the LZD follows the heading of its screen. */
export const PDF_TITLES = {
  priceList: 'Preisliste',
  MDP: 'TruePrice Monatsupdate',
  QDP: 'TruePrice Neue Produkte',
  LZD: 'TruePrice Erst-/Neuberechnung',
} as const;

/** What stands beside a price: a letter on the price list, words on the approval screens (rule 10.11). */
export const PDF_PRICE_INFO = {
  list: ['', '', 'E', 'D'],
  approval: ['Berechneter TruePrice', 'Ausschluss', 'Eigener Preis', 'Dauerpreis'],
} as const;

/** Stands where an excluded product has no price (rule 10.11). */
export const PDF_NO_PRICE = '---';

/** Most rows of one PDF, as of every list. */
export const MAX_PDF_ROWS = 100_000;

/** Most pages of one PDF: more than twice those of 100,000 ordinary rows. */
export const MAX_PDF_PAGES = 4_000;

/** A price as text such as '12,34 EUR', or as a number in euros. */
const priceTextSchema = z.union([z.string().max(40), z.number().min(-99_999.99).max(99_999.99)]).nullish();

export const pdfRowSchema = z.object({
  pzn: pznSchema,
  name: printedTextSchema(300),
  content: printedTextSchema(100).nullish(),
  /** Where another row has the same name and another producer */
  producer: printedTextSchema(300).nullish(),
  price: priceTextSchema,
  priceinfo: printedTextSchema(60).nullish(),
  /** The price before the update; MDP only */
  ravp: priceTextSchema,
});
export type PdfRow = z.infer<typeof pdfRowSchema>;

/** The rows in the order in which they are printed. */
export const pdfBodySchema = z.object({
  products: z.array(pdfRowSchema).max(MAX_PDF_ROWS),
  title: z.string().max(80).nullish(),
  template: z.enum(PDF_TEMPLATES),
});
export type PdfBody = z.infer<typeof pdfBodySchema>;

const pdfBytes = z.string().meta({ format: 'binary' });
const pdfAccess = { kind: 'pharmacy', withoutPilot: 'staff' } as const;
const pdfPath = { apoId: pharmacyIdSchema, token: pharmacyTokenSchema };

export const getPriceListPdf = endpoint({
  id: 'getPriceListPdf',
  summary: 'The whole price list of a product group by name, exclusions included, as PDF',
  method: 'GET',
  path: '/api/price/pdf/pricelist/:apoId/:token/:productGroup',
  access: pdfAccess,
  rate: 'pdf',
  params: z.object({ ...pdfPath, productGroup: productGroupParamSchema }),
  answer: pdfBytes,
  answerKind: 'binary',
  media: { 'application/pdf': pdfBytes },
});

/**
 * Read by the browser itself, which carries no token: the random ticket is the right to it, for an hour. The address comes as
 * `Location` of a 201 from the calls that make a PDF where they are asked with `Prefer: return=minimal`; it ends in the name by
 * which a tab saves the file.
 */
export const openPdf = endpoint({
  id: 'openPdf',
  summary: 'A PDF that was made for a tab of its own',
  method: 'GET',
  path: '/api/price/pdf/file/:apoId/:ticket/:fileName',
  access: { kind: 'public' },
  rate: 'pdf',
  params: z.object({
    apoId: pharmacyIdSchema,
    ticket: z.string().regex(/^[\w-]{43}$/, { error: 'Der Link ist unvollständig.' }),
    fileName: z.string().max(200),
  }),
  answer: pdfBytes,
  answerKind: 'binary',
  media: { 'application/pdf': pdfBytes },
});

export const createPdf = endpoint({
  id: 'createPdf',
  summary: 'The rows sent, in their order, as PDF',
  method: 'POST',
  path: '/api/price/pdf/:apoId/:token/:productGroup',
  access: pdfAccess,
  rate: 'pdf',
  params: z.object({ ...pdfPath, productGroup: productGroupParamSchema }),
  /** The approved package that is printed: the PDF then names who approved it and when, as the server knows it. */
  query: z.object({
    approval: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1)
      .optional(),
  }),
  body: pdfBodySchema,
  bodyLimit: 'list',
  bodyForm: 'bytes',
  answer: pdfBytes,
  answerKind: 'binary',
  media: { 'application/pdf': pdfBytes },
});
