import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  integerText,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  priceTypeSchema,
  productGroupParamSchema,
  productGroupSchema,
  pznSchema,
  updateKindParamSchema,
} from './fields.ts';
import { pharmacySchema } from './pharmacies.ts';
import { updateIdSchema } from './price-updates.ts';

/** In cents; `priceType` null: not on the list. */
export const priceStateSchema = z.object({
  priceType: priceTypeSchema.nullable(),
  effectivePrice: z.number().int().nullable(),
});
export type ShownPriceState = z.infer<typeof priceStateSchema>;

/** The first that an entry has changed. */
const changedArticleSchema = z.object({
  pzn: pznSchema,
  name: z.string(),
  content: z.string().nullable(),
  before: priceStateSchema,
  after: priceStateSchema,
});
export type ChangedArticle = z.infer<typeof changedArticleSchema>;

const changesSchema = z.object({
  changed: z.number().int(),
  /** Left out of an approval's changes on the start page. */
  typesOnly: z.number().int(),
  /** null of none, and where the caller may not have the log. */
  article: changedArticleSchema.nullable(),
});

/** Rule 11.3. */
export const historyEntrySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  productType: productGroupSchema.nullable(),
  event: z.string(),
  mdpimportId: z.number().int().nullable(),
  qdpimportId: z.number().int().nullable(),
  lzdimportId: z.number().int().nullable(),
  hasLog: z.boolean(),
  userName: z.string(),
  ...changesSchema.shape,
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const HISTORY_PAGE = 100;

const digits = z.string().regex(/^\d{1,15}$/, { error: 'Erwartet wird eine Nummer.' });

export const historyIdSchema = digits.transform(Number).meta(integerText(0, 999_999_999_999_999));

const page = {
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  query: z.object({
    productGroup: productGroupParamSchema.optional(),
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
  cost: 'search',
  answer: z.object({
    history: z.array(historyEntrySchema),
    pharmacy: pharmacySchema,
    next: z.number().int().nullable(),
  }),
});

/** As Excel on request (rule 10.13). */
const log = {
  answer: z.unknown(),
  answerKind: 'binary',
  media: { 'text/csv': z.string(), 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': z.string() },
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
} as const;

export const getEventLog = endpoint({
  ...log,
  id: 'getEventLog',
  summary: 'Log of one history entry as CSV',
  method: 'GET',
  path: '/api/price/eventlog/:crmId/:token/:eventId',
  access: { kind: 'pharmacy', staffOnly: true, withoutPilot: 'staff' },
  cost: 'file',
  params: z.object({ crmId: pharmacyIdSchema, token: pharmacyTokenSchema, eventId: historyIdSchema }),
});

/** `{c}/{a}/{b}`: kind, import id, product group (rule 10.12). */
export const getLogFile = endpoint({
  ...log,
  id: 'getLogFile',
  summary:
    'All rows that an update package has changed, its reopenings included, by the logs that the caller may have, as CSV',
  method: 'GET',
  path: '/api/price/logfile/:apoId/:token/:kind/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'file',
  params: z.object({
    apoId: pharmacyIdSchema,
    token: pharmacyTokenSchema,
    kind: updateKindParamSchema,
    id: updateIdSchema,
    productGroup: productGroupParamSchema,
  }),
});

/** Rule 11.8. */
export const ownHistoryEntrySchema = z.object({
  id: z.number().int(),
  createdAt: instantSchema,
  productGroup: productGroupSchema.nullable(),
  event: z.string(),
  userName: z.string(),
  update: z.object({ kind: z.enum(UPDATE_KINDS), id: z.number().int(), opens: z.boolean() }).nullable(),
  ...changesSchema.shape,
  hasLog: z.boolean(),
  mayUndo: z.boolean(),
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
  cost: 'search',
  answer: z.object({
    entries: z.array(ownHistoryEntrySchema),
    next: z.number().int().nullable(),
  }),
});

/** Staff get all entries. */
export const getOwnLog = endpoint({
  ...log,
  id: 'getOwnLog',
  summary: "Log of one entry of one's own pharmacy as CSV",
  method: 'GET',
  path: '/api/pharmacy/ownhistory/:apoId/:token/log/:eventId',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'file',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema, eventId: historyIdSchema }),
});
