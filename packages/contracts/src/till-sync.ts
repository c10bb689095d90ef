import { MOST_TEXT, numberToCents, seenLine } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { FEW_MARKS, pharmacyIdSchema, pznSchema, statusOkSchema } from './fields.ts';
import { tillPriceSchema } from './rows/till-price.ts';

export const TILL_PAGE = { default: 5_000, max: 10_000 } as const;

/** For the CSV form. */
export const TILL_HEADER = { cursor: 'Till-Cursor', more: 'Till-More', reload: 'Till-Reload' } as const;

/** `first`: no cursor; `foreign`: of another pharmacy; `outdated`: list replaced or restored since. */
export const tillReloadSchema = z.enum(['first', 'unreadable', 'foreign', 'outdated']);
export type TillReload = z.infer<typeof tillReloadSchema>;

/** Approved prices, as the list was at one moment (rules 9.1 and 9.3). */
export const tillPageSchema = z.object({
  status: z.literal('OK'),
  crmCompanyId: z.number().int(),
  apoId: z.number().int(),
  /** On the first page: forget everything received. */
  reload: tillReloadSchema.nullable(),
  message: z.string().nullable(),
  prices: z.array(tillPriceSchema),
  /** Opaque: letters, digits, `-`, `_`. */
  cursor: z.string(),
  /** False: acknowledge `cursor`. */
  more: z.boolean(),
});
export type TillPage = z.infer<typeof tillPageSchema>;

const access = { kind: 'service', role: 'till_sync' } as const;
/** crmCompanyId only. */
const params = z.object({ crmCompanyId: pharmacyIdSchema });
const cursorText = z
  .string()
  .max(200, { error: 'Ein Cursor hat höchstens 200 Zeichen.' })
  .refine(...FEW_MARKS);

export const getTillPrices = endpoint({
  id: 'getTillPrices',
  summary: 'Prices for the till: all of them, or those that changed after a cursor',
  method: 'GET',
  path: '/api/till/v1/:crmCompanyId/prices',
  access,
  cost: 'service',
  params,
  query: z.object({
    since: cursorText.optional(),
    limit: z.coerce
      .number({ error: 'limit ist eine ganze Zahl.' })
      .int({ error: 'limit ist eine ganze Zahl.' })
      .min(1, { error: 'limit ist mindestens 1.' })
      .max(TILL_PAGE.max, { error: `limit ist höchstens ${TILL_PAGE.max}.` })
      .default(TILL_PAGE.default),
    details: z.enum(['true', 'false'], { error: 'details ist true oder false.' }).default('false'),
  }),
  answer: tillPageSchema,
  answerKind: 'negotiated',
  /** `PZN;VK`, decimal comma, CRLF; else `TILL_HEADER`. */
  media: { 'text/csv': z.string() },
});

/** What a till may say of itself at once. */
export const TILL_TELLS = { refused: 20_000, reason: 200, held: 100_000 } as const;

const refusedSchema = z.looseObject({
  pzn: pznSchema,
  /** In the till's words; cut. */
  reason: z
    .string()
    .max(MOST_TEXT)
    .overwrite((text) => seenLine(text, TILL_TELLS.reason)),
});

/** Over `PZN;Cent\n` of every article with a price, ascending (rule 9.22). */
const heldSchema = z.looseObject({
  count: z.number().int().min(0).max(1_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/i, { error: 'sha256 besteht aus 64 hexadezimalen Ziffern.' }),
});

export const acknowledgeTillPrices = endpoint({
  id: 'acknowledgeTillPrices',
  summary: 'Records what the till has loaded, what it has refused, and a digest of what it holds',
  method: 'POST',
  path: '/api/till/v1/:crmCompanyId/ack',
  access,
  cost: 'service',
  params,
  bodyLimit: 'till',
  body: z.looseObject({
    cursor: cursorText.min(1),
    refused: z
      .array(refusedSchema)
      .max(TILL_TELLS.refused, { error: `refused nennt höchstens ${TILL_TELLS.refused} Artikel.` })
      .optional(),
    held: heldSchema.optional(),
  }),
  answer: statusOkSchema.extend({
    /** Fields that were not understood. */
    ignored: z.array(z.string()).optional(),
  }),
});

export const heldCountsSchema = z.object({
  equal: z.number().int(),
  different: z.number().int(),
  missing: z.number().int(),
  /** Without a price of the portal. */
  extra: z.number().int(),
});

export const sendTillInventory = endpoint({
  id: 'sendTillInventory',
  summary: 'Takes all that the till holds, as JSON or in its profile, and compares it',
  method: 'POST',
  path: '/api/till/v1/:crmCompanyId/inventory',
  access: { ...access, withoutPilot: 'nobody' },
  cost: 'inventory',
  params,
  query: z.object({ cursor: cursorText.min(1).optional() }),
  bodyLimit: 'till',
  bodyForm: 'file',
  body: z.object({
    prices: z
      .array(
        z.object({
          pzn: pznSchema,
          /** Euros; null without a price. */
          price: z
            .number()
            .min(0)
            .max(99_999.99)
            .refine((euros) => numberToCents(euros) !== undefined, {
              error: 'Ein Preis hat höchstens zwei Nachkommastellen.',
            })
            .nullable(),
        }),
      )
      .max(TILL_TELLS.held, { error: `Ein Bestand nennt höchstens ${TILL_TELLS.held} Artikel.` }),
  }),
  answer: statusOkSchema.extend({
    ...heldCountsSchema.shape,
    /** It does not count yet (rule 9.45). */
    doubts: z.array(z.string()).optional(),
  }),
});
