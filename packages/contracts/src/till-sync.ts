import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, statusOkSchema } from './fields.ts';
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
const cursorText = z.string().max(200, { error: 'Ein Cursor hat höchstens 200 Zeichen.' });

export const getTillPrices = endpoint({
  id: 'getTillPrices',
  summary: 'Prices for the till: all of them, or those that changed after a cursor',
  method: 'GET',
  path: '/api/till/v1/:crmCompanyId/prices',
  access,
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

export const acknowledgeTillPrices = endpoint({
  id: 'acknowledgeTillPrices',
  summary: 'Records what the till has loaded',
  method: 'POST',
  path: '/api/till/v1/:crmCompanyId/ack',
  access,
  params,
  body: z.looseObject({ cursor: cursorText.min(1) }),
  answer: statusOkSchema.extend({
    /** Fields that were not understood. */
    ignored: z.array(z.string()).optional(),
  }),
});
