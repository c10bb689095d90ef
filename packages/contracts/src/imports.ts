import { IMPORT_TYPES, requiredImportColumns } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { importedRowSchema } from './rows/imported-row.ts';

const type = z.enum(IMPORT_TYPES, {
  error: 'Bitte wählen Sie die Art des Imports: priceimport, negativeimport oder expertimport.',
});
/** A heading as csvMetaData names it. */
const column = z.string().trim().max(500);
/** Of a workbook, the first with content where it is left out or empty; of no consequence for a text file. */
const sheet = z.string().max(255).optional();

/** Whether rows and columns that a workbook does not show are taken in (rule 10.28); they are left out otherwise. */
const hidden = z.enum(['leave', 'take']).optional();

/** The headings of a CSV file or workbook (rules 5.1 and 10.20); each offered once. The expert import is for admin or sales. */
export const csvMetaData = endpoint({
  id: 'csvMetaData',
  summary: 'The columns of a CSV file, for choosing those of an import',
  method: 'POST',
  path: '/api/price/csvMetaData',
  access: { kind: 'signedIn' },
  rate: 'upload',
  upload: 'csv',
  body: z.object({ type, sheet, hidden }),
  answer: z.object({
    columns: z.array(z.string()),
    /** Those with content, where a workbook has more than one */
    sheets: z.array(z.string()).optional(),
    /** Line of the headings, where titles stand above them (rule 10.27) */
    headingLine: z.number().int().optional(),
    /** Headings of columns that the workbook does not show */
    hiddenColumns: z.array(z.string()).optional(),
  }),
});

/** A row that cannot be used; the others come in. */
export const importIssueSchema = z.object({
  line: z.number().int(),
  /** null where the row names no PZN */
  pzn: z.string().nullable(),
  column: z.string().nullable(),
  /** Of a workbook, as it names it: 'C7' */
  cell: z.string().optional(),
  value: z.string().nullable(),
  message: z.string(),
});
export type ImportIssue = z.infer<typeof importIssueSchema>;

export const importAnswerSchema = z.object({
  data: z.array(importedRowSchema),
  /** In the order of the file, the first 1,000 */
  faulty: z.array(importIssueSchema),
  faultyTotal: z.number().int(),
  /** Rows that repeat an earlier one and count once */
  repeated: z.number().int(),
  /** Filled rows that the workbook does not show: how many, and the numbers of the first 100 */
  hiddenRows: z.object({ total: z.number().int(), lines: z.array(z.number().int()) }).optional(),
});
export type ImportAnswer = z.infer<typeof importAnswerSchema>;

const COLUMN_MISSING = {
  pzncolumn: 'Bitte wählen Sie die Spalte mit der PZN.',
  pricecolumn: 'Bitte wählen Sie die Spalte mit dem Preis.',
  negativecolumn: 'Bitte wählen Sie die Spalte mit dem Preistyp.',
} as const;

/**
 * Reads an import file; nothing is stored and no pharmacy is named: what the rows mean is decided against the open list
 * (rule 5.1). The expert import is for admin or sales.
 */
export const importPrices = endpoint({
  id: 'importPrices',
  summary: 'The rows of a CSV file for an import into the price list',
  method: 'POST',
  path: '/api/price/import',
  access: { kind: 'signedIn' },
  rate: 'upload',
  upload: 'csv',
  body: z
    .object({
      type,
      sheet,
      hidden,
      pzncolumn: column,
      pricecolumn: column.optional(),
      negativecolumn: column.optional(),
    })
    .superRefine((body, context) => {
      for (const name of requiredImportColumns(body.type))
        if (!body[name]) context.addIssue({ code: 'custom', path: [name], message: COLUMN_MISSING[name] });
    }),
  answer: importAnswerSchema,
});
