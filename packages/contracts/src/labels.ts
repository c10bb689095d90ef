import { LABEL_LIMITS, LABEL_SHEET_NAMES, labelSheet, labelsPerPage, MAX_PRICE_CENTS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { MAX_LABELS } from './constants.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, printedTextSchema, productGroupSchema, pznSchema } from './fields.ts';

const within = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);
const centsSchema = z.number().int().min(1).max(MAX_PRICE_CENTS);

/** Rules 16.5 and 16.6. */
export const labelFormSchema = z
  .object({
    sheet: z.enum([...LABEL_SHEET_NAMES, 'single']),
    width: within(LABEL_LIMITS.width),
    height: within(LABEL_LIMITS.height),
    first: z.number().int().min(1).max(100),
    offsetX: within(LABEL_LIMITS.offset),
    offsetY: within(LABEL_LIMITS.offset),
    scaleX: within(LABEL_LIMITS.scale).default(0),
    scaleY: within(LABEL_LIMITS.scale).default(0),
    margin: within(LABEL_LIMITS.margin),
    producer: z.boolean(),
    date: z.boolean(),
    dataMatrix: z.boolean(),
    lowest: z.boolean().default(false),
  })
  .refine((form) => form.first <= labelsPerPage(labelSheet(form)), {
    path: ['first'],
    error: 'So viele Etiketten hat der Bogen nicht.',
  });

export const labelSchema = z.object({
  pzn: pznSchema,
  name: printedTextSchema(300),
  content: printedTextSchema(100).nullable(),
  producer: printedTextSchema(200).nullable(),
  /** gross, in cents */
  effectivePrice: centsSchema,
});

export const labelsBodySchema = z.object({
  labels: z.array(labelSchema).min(1).max(MAX_LABELS),
  form: labelFormSchema,
  /** Outlines to measure by (rule 16.11) */
  test: z.boolean().optional(),
});
export type LabelsBody = z.infer<typeof labelsBodySchema>;

const pdfBytes = z.string().meta({ format: 'binary' });
const labelPath = z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema });
const labelAccess = { kind: 'pharmacy', withoutPilot: 'staff' } as const;

export const createLabels = endpoint({
  id: 'createLabels',
  summary: 'Shelf labels of the articles sent, in their order, as PDF at true size',
  method: 'POST',
  path: '/api/price/labels/:apoId/:token/pdf',
  access: labelAccess,
  cost: 'pdf',
  params: labelPath,
  body: labelsBodySchema,
  bodyLimit: 'list',
  bodyForm: 'bytes',
  answer: pdfBytes,
  answerKind: 'binary',
  media: { 'application/pdf': pdfBytes },
});

const labelPrintSchema = z.object({
  id: z.number().int(),
  userName: z.string(),
  printedAt: z.iso.datetime(),
  labels: z.number().int(),
  removed: z.number().int(),
  /** Of the last ten prints */
  mayUndo: z.boolean(),
});

/** Rule 16.10. */
const labelStateSchema = z.object({
  open: z.number().int(),
  toRemove: z.number().int(),
  latest: labelPrintSchema.nullable(),
});
export type LabelState = z.infer<typeof labelStateSchema>;

export const getLabelState = endpoint({
  id: 'getLabelState',
  summary: 'How many shelf labels do not say the price in force, and when labels were last printed',
  method: 'GET',
  path: '/api/price/labels/:apoId/:token',
  access: labelAccess,
  cost: 'light',
  params: labelPath,
  answer: labelStateSchema,
});

const labelRowSchema = z.object({
  pzn: pznSchema,
  productGroup: productGroupSchema,
  name: z.string(),
  content: z.string().nullable(),
  producer: z.string().nullable(),
  /** In cents; null: to be taken off */
  effectivePrice: z.number().int().nullable(),
  /** As far as the portal knows */
  shelfPrice: z.number().int().nullable(),
});
export type LabelRow = z.infer<typeof labelRowSchema>;

export const getLabelRows = endpoint({
  id: 'getLabelRows',
  summary:
    'The articles whose shelf label does not say the price in force, or whose price an approval has changed, by PZN',
  method: 'GET',
  path: '/api/price/labels/:apoId/:token/rows',
  access: labelAccess,
  cost: 'list',
  params: labelPath,
  query: z.object({
    approval: z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1)
      .optional(),
  }),
  answer: z.object({ rows: z.array(labelRowSchema) }),
});

export const markLabelsPrinted = endpoint({
  id: 'markLabelsPrinted',
  summary: 'Keeps what labels on the shelf say from now on: the price printed, or null where one was taken off',
  method: 'POST',
  path: '/api/price/labels/:apoId/:token/printed',
  access: { kind: 'pharmacy', withoutPilot: 'nobody' },
  cost: 'write',
  params: labelPath,
  body: z.object({
    labels: z
      .array(z.object({ pzn: pznSchema, price: centsSchema.nullable() }))
      .min(1)
      .max(100_000),
  }),
  bodyLimit: 'list',
  answer: labelStateSchema,
});

export const undoLabelsPrinted = endpoint({
  id: 'undoLabelsPrinted',
  summary: 'Takes the last print back: its labels say again what they said before',
  method: 'DELETE',
  path: '/api/price/labels/:apoId/:token/printed/:printId',
  access: { kind: 'pharmacy', withoutPilot: 'nobody' },
  cost: 'write',
  params: labelPath.extend({ printId: z.coerce.number().int().positive() }),
  answer: labelStateSchema,
});
