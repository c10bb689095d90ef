import { LABEL_LIMITS, LABEL_SHEET_NAMES, labelSheet, labelsPerPage, MAX_PRICE_CENTS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, pznSchema } from './fields.ts';

/** Most labels of one PDF: the most that change in a month, and more than anybody sticks in a day. */
export const MAX_LABELS = 5_000;

const within = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);
const centsSchema = z.number().int().min(1).max(MAX_PRICE_CENTS);

/** What labels are printed on, and what they show (rules 16.5 and 16.6). */
export const labelFormSchema = z
  .object({
    sheet: z.enum([...LABEL_SHEET_NAMES, 'single']),
    width: within(LABEL_LIMITS.width),
    height: within(LABEL_LIMITS.height),
    first: z.number().int().min(1).max(100),
    offsetX: within(LABEL_LIMITS.offset),
    offsetY: within(LABEL_LIMITS.offset),
    margin: within(LABEL_LIMITS.margin),
    producer: z.boolean(),
    date: z.boolean(),
    dataMatrix: z.boolean(),
  })
  .refine((form) => form.first <= labelsPerPage(labelSheet(form)), {
    path: ['first'],
    error: 'So viele Etiketten hat der Bogen nicht.',
  });

export const labelSchema = z.object({
  pzn: pznSchema,
  name: z.string().max(300),
  content: z.string().max(100).nullable(),
  producer: z.string().max(200).nullable(),
  /** gross, in cents */
  effectivePrice: centsSchema,
});

export const labelsBodySchema = z.object({
  labels: z.array(labelSchema).min(1).max(MAX_LABELS),
  form: labelFormSchema,
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
  rate: 'pdf',
  params: labelPath,
  body: labelsBodySchema,
  bodyLimit: 'list',
  bodyForm: 'bytes',
  answer: pdfBytes,
  answerKind: 'binary',
  media: { 'application/pdf': pdfBytes },
});
