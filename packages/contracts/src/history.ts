import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  integerText,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  productGroupSchema,
  updateKindParamSchema,
} from './fields.ts';
import { pharmacySchema } from './pharmacies.ts';
import { updateIdSchema } from './price-updates.ts';

/** One write in a pharmacy (rule 11.3). */
export const historyEntrySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  productType: productGroupSchema.nullable(),
  event: z.string(),
  mdpimportId: z.number().int().nullable(),
  qdpimportId: z.number().int().nullable(),
  lzdimportId: z.number().int().nullable(),
  /** True when it changed rows: `getEventLog` has them. */
  hasLog: z.boolean(),
  userName: z.string(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

/** Entries of a page, when the caller does not say. */
export const HISTORY_PAGE = 100;

const digits = z.string().regex(/^\d{1,15}$/, { error: 'Erwartet wird eine Nummer.' });

/** The number of an entry of the history, as a part of a path. */
export const historyIdSchema = digits.transform(Number).meta(integerText(0, 999_999_999_999_999));

const page = {
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  query: z.object({
    /** Only entries of this product group. */
    productGroup: productGroupParamSchema.optional(),
    /** `next` of the page before. */
    before: historyIdSchema.optional(),
    limit: digits
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= 500, { error: 'Erlaubt sind 1 bis 500 Einträge.' })
      .meta(integerText(1, 500))
      .optional(),
  }),
};

export const getHistory = endpoint({
  ...page,
  id: 'getHistory',
  summary: 'All writes of a pharmacy, newest first, page by page',
  method: 'GET',
  path: '/api/pharmacy/history/:apoId/:token',
  access: { kind: 'pharmacy', staffOnly: true, withoutPilot: 'staff' },
  answer: z.object({
    history: z.array(historyEntrySchema),
    pharmacy: pharmacySchema,
    /** Where the next page begins, null after the last one. */
    next: z.number().int().nullable(),
  }),
});

/** CSV as specified; as Excel where it is asked for (rule 10.13). */
const log = {
  answer: z.unknown(),
  answerKind: 'binary',
  media: { 'text/csv': z.string(), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': z.string() },
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
} as const;

/** The changed rows of one history entry. A save of tens of thousands of rows is sent as it is read. */
export const getEventLog = endpoint({
  ...log,
  id: 'getEventLog',
  summary: 'Log of one history entry as CSV',
  method: 'GET',
  path: '/api/price/eventlog/:crmId/:token/:eventId',
  access: { kind: 'pharmacy', staffOnly: true, withoutPilot: 'staff' },
  rate: 'file',
  params: z.object({ crmId: pharmacyIdSchema, token: pharmacyTokenSchema, eventId: historyIdSchema }),
});

/** `{c}/{a}/{b}` of the call table are kind, import id and product group (rule 10.12). */
export const getLogFile = endpoint({
  ...log,
  id: 'getLogFile',
  summary:
    'All rows that an update package has changed, its reopenings included, by the logs that the caller may have, as CSV',
  method: 'GET',
  path: '/api/price/logfile/:apoId/:token/:kind/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  rate: 'file',
  params: z.object({
    apoId: pharmacyIdSchema,
    token: pharmacyTokenSchema,
    kind: updateKindParamSchema,
    id: updateIdSchema,
    productGroup: productGroupParamSchema,
  }),
});

/** One write as the people of the pharmacy see it (rule 11.8). */
export const ownHistoryEntrySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  productGroup: productGroupSchema.nullable(),
  event: z.string(),
  userName: z.string(),
  /** The package it is about; `opens` where the caller may see it today. */
  update: z.object({ kind: z.enum(UPDATE_KINDS), id: z.number().int(), opens: z.boolean() }).nullable(),
  /** Products whose price or type it changed. */
  changed: z.number().int(),
  /** Those of them whose type changed at the same price, as the start page leaves out of an approval's changes. */
  typesOnly: z.number().int(),
  /** True when the caller may have the log: `getOwnLog`. */
  hasLog: z.boolean(),
  /** True for a save that the caller may take back, which is one whose log they may have: `previewUndo` says what of it. */
  mayUndo: z.boolean(),
  /** Who took it back last. */
  undone: z.object({ createdAt: instantSchema, userName: z.string() }).nullable(),
});
export type OwnHistoryEntry = z.infer<typeof ownHistoryEntrySchema>;

export const getOwnHistory = endpoint({
  ...page,
  id: 'getOwnHistory',
  summary: "All writes of one's own pharmacy, newest first, page by page",
  method: 'GET',
  path: '/api/pharmacy/ownhistory/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  rate: 'figures',
  answer: z.object({
    entries: z.array(ownHistoryEntrySchema),
    /** Where the next page begins, null after the last one. */
    next: z.number().int().nullable(),
  }),
});

/** The changed rows of an entry of the clock or of people of the pharmacy; staff get those of everybody. */
export const getOwnLog = endpoint({
  ...log,
  id: 'getOwnLog',
  summary: "Log of one entry of one's own pharmacy as CSV",
  method: 'GET',
  path: '/api/pharmacy/ownhistory/:apoId/:token/log/:eventId',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  rate: 'file',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema, eventId: historyIdSchema }),
});
