import { LEFT_REASONS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { daySchema, FEW_MARKS, instantSchema, pharmacyParams, pznSchema, statusOkSchema } from './fields.ts';
import { historyIdSchema, priceStateSchema } from './history.ts';

export const UNDO_ROWS = 1000;

/** With the last day of the period that it is of. */
const shownStateSchema = priceStateSchema.extend({ until: daySchema.optional() });

const row = z.object({
  pzn: pznSchema,
  name: z.string(),
  content: z.string().nullable(),
  today: shownStateSchema,
});

export const undoPreviewSchema = z.object({
  /** Identifies exactly what would be restored. */
  preview: z.string(),
  /** Prices of later days that are given up. */
  ends: z.number().int(),
  restored: z.object({ total: z.number().int(), rows: z.array(row.extend({ restored: shownStateSchema })) }),
  left: z.object({
    total: z.number().int(),
    rows: z.array(
      row.extend({
        reason: z.enum(LEFT_REASONS),
        changed: z.object({ createdAt: instantSchema, event: z.string(), userName: z.string() }).nullable(),
      }),
    ),
  }),
});
export type UndoPreview = z.infer<typeof undoPreviewSchema>;

const undo = {
  path: '/api/price/undo/:pharmacyId/:token/:eventId',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params: pharmacyParams.extend({ eventId: historyIdSchema }),
} as const;

export const previewUndo = endpoint({
  ...undo,
  id: 'previewUndo',
  summary: 'What taking back a save of a price list would restore, and what it would leave',
  method: 'GET',
  answer: undoPreviewSchema,
});

export const undoSave = endpoint({
  ...undo,
  id: 'undoSave',
  summary: 'Takes back a save of a price list, as its preview has shown it',
  method: 'POST',
  body: z.object({
    preview: z
      .string()
      .max(100)
      .refine(...FEW_MARKS),
  }),
  answer: statusOkSchema.extend({ restored: z.number().int(), left: z.number().int() }),
});
