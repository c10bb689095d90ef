import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  FEW_MARKS,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  printedTextSchema,
  productGroupParamSchema,
  pznSchema,
} from './fields.ts';

/** Rule 10.11. LZD: as QDP. */
export const PDF_TEMPLATES = ['pricelist', 'approvalPricelist', 'approvalNewProducts'] as const;
export type PdfTemplate = (typeof PDF_TEMPLATES)[number];

export const MAX_PDF_ROWS = 100_000;

export const MAX_PDF_PAGES = 4_000;

const priceTextSchema = z
  .union([
    z
      .string()
      .max(40)
      .refine(...FEW_MARKS),
    z.number().min(-99_999.99).max(99_999.99),
  ])
  .nullish();

export const pdfRowSchema = z.object({
  pzn: pznSchema,
  name: printedTextSchema(300),
  content: printedTextSchema(100).nullish(),
  producer: printedTextSchema(300).nullish(),
  price: priceTextSchema,
  priceinfo: printedTextSchema(60).nullish(),
  ravp: priceTextSchema,
});
export type PdfRow = z.infer<typeof pdfRowSchema>;

export const pdfBodySchema = z.object({
  products: z.array(pdfRowSchema).max(MAX_PDF_ROWS),
  title: z
    .string()
    .max(80)
    .refine(...FEW_MARKS)
    .nullish(),
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
  cost: 'pdf',
  params: z.object({ ...pdfPath, productGroup: productGroupParamSchema }),
  answer: pdfBytes,
  answerKind: 'binary',
  media: { 'application/pdf': pdfBytes },
});

/**
 * The random ticket authorizes for an hour. PDF calls answer 201 with it as `Location` for `Prefer: return=minimal`.
 */
export const openPdf = endpoint({
  id: 'openPdf',
  summary: 'A PDF that was made for a tab of its own',
  method: 'GET',
  path: '/api/price/pdf/file/:apoId/:ticket/:fileName',
  access: { kind: 'public' },
  cost: 'file',
  params: z.object({
    apoId: pharmacyIdSchema,
    ticket: z.string().regex(/^[\w-]{43}$/, { error: 'Der Link ist unvollständig.' }),
    fileName: z
      .string()
      .max(200)
      .refine(...FEW_MARKS),
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
  cost: 'pdf',
  params: z.object({ ...pdfPath, productGroup: productGroupParamSchema }),
  /** Then the PDF names who approved it and when. */
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
