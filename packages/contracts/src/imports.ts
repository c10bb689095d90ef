import { IMPORT_TYPES, MOST_HEADING, requiredImportColumns } from '@portal/rules';
import { z } from 'zod';
import { FEW_MARKS } from './fields.ts';
import { endpoint } from './endpoint.ts';
import { importedRowSchema } from './rows/imported-row.ts';

const type = z.enum(IMPORT_TYPES, {
  error: 'Bitte wählen Sie die Art des Imports: priceimport, negativeimport oder expertimport.',
});
const column = z
  .string()
  .trim()
  .max(MOST_HEADING)
  .refine(...FEW_MARKS);
/** Of a workbook; the first with content when empty. */
const sheet = z
  .string()
  .max(255)
  .refine(...FEW_MARKS)
  .optional();

/** Whether hidden rows and columns are imported (rule 10.28). */
const hidden = z.enum(['leave', 'take']).optional();

/** Rules 5.1 and 10.20. The expert import is for staff. */
export const csvMetaData = endpoint({
  id: 'csvMetaData',
  summary: 'The columns of a CSV file, for choosing those of an import',
  method: 'POST',
  path: '/api/price/csvMetaData',
  access: { kind: 'signedIn' },
  cost: 'upload',
  upload: 'csv',
  body: z.object({ type, sheet, hidden }),
  answer: z.object({
    columns: z.array(z.string()),
    sheets: z.array(z.string()).optional(),
    /** Where titles stand above (rule 10.27) */
    headingLine: z.number().int().optional(),
    hiddenColumns: z.array(z.string()).optional(),
  }),
});

export const importIssueSchema = z.object({
  line: z.number().int(),
  pzn: z.string().nullable(),
  column: z.string().nullable(),
  /** 'C7' */
  cell: z.string().optional(),
  value: z.string().nullable(),
  message: z.string(),
});
export type ImportIssue = z.infer<typeof importIssueSchema>;

export const importAnswerSchema = z.object({
  data: z.array(importedRowSchema),
  /** The first 1,000 */
  faulty: z.array(importIssueSchema),
  faultyTotal: z.number().int(),
  repeated: z.number().int(),
  /** Columns of days that were not chosen (rule 5.11) */
  dayColumns: z
    .array(z.object({ heading: z.string(), side: z.enum(['from', 'to', 'either']), example: z.string() }))
    .optional(),
  /** The numbers of the first 100 */
  hiddenRows: z.object({ total: z.number().int(), lines: z.array(z.number().int()) }).optional(),
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

const COLUMN_MISSING = {
  pzncolumn: 'Bitte wählen Sie die Spalte mit der PZN.',
  pricecolumn: 'Bitte wählen Sie die Spalte mit dem Preis.',
  negativecolumn: 'Bitte wählen Sie die Spalte mit dem Preistyp.',
  validfromcolumn: 'Bitte wählen Sie die Spalte mit dem ersten Tag.',
  validtocolumn: 'Bitte wählen Sie die Spalte mit dem letzten Tag.',
} as const;

/** Stores nothing (rule 5.1). */
export const importPrices = endpoint({
  id: 'importPrices',
  summary: 'The rows of a CSV file for an import into the price list',
  method: 'POST',
  path: '/api/price/import',
  access: { kind: 'signedIn' },
  cost: 'upload',
  upload: 'csv',
  body: z
    .object({
      type,
      sheet,
      hidden,
      pzncolumn: column,
      pricecolumn: column.optional(),
      negativecolumn: column.optional(),
      validfromcolumn: column.optional(),
      validtocolumn: column.optional(),
    })
    .superRefine((body, context) => {
      for (const name of requiredImportColumns(body.type))
        if (!body[name]) context.addIssue({ code: 'custom', path: [name], message: COLUMN_MISSING[name] });
    }),
  answer: importAnswerSchema,
});
