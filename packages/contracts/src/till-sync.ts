import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, statusOkSchema } from './fields.ts';
import { tillPriceSchema } from './rows/till-price.ts';

/** Prices on one page of the till sync. */
export const TILL_PAGE = { default: 5_000, max: 10_000 } as const;

/** Headers that carry what the CSV of a page has no place for. */
export const TILL_HEADER = { cursor: 'Till-Cursor', more: 'Till-More', reload: 'Till-Reload' } as const;

/**
 * Why a till has to load the whole list: it named no cursor (`first`), none that can be read (`unreadable`), one of another
 * pharmacy (`foreign`), or one from before the list was exchanged or restored (`outdated`).
 */
export const tillReloadSchema = z.enum(['first', 'unreadable', 'foreign', 'outdated']);
export type TillReload = z.infer<typeof tillReloadSchema>;

/** A page of approved prices, never a draft, as the list was at one moment (rules 9.1 and 9.3). */
export const tillPageSchema = z.object({
  status: z.literal('OK'),
  crmCompanyId: z.number().int(),
  /** Of the pharmacy that asked, also when its prices are those of its main pharmacy */
  apoId: z.number().int(),
  /**
   * Set on the first page of a whole list only: forget everything received before, start again. What the whole list does not
   * name has no price any more.
   */
  reload: tillReloadSchema.nullable(),
  /** German sentence for the log of the till, null when there is nothing to say. */
  message: z.string().nullable(),
  prices: z.array(tillPriceSchema),
  /** For `since` of the next call. Opaque text of letters, digits, `-` and `_`. */
  cursor: z.string(),
  /** True: ask again at once with `cursor`. False: everything is loaded, keep `cursor` and acknowledge it. */
  more: z.boolean(),
});
export type TillPage = z.infer<typeof tillPageSchema>;

const access = { kind: 'service', role: 'till_sync' } as const;
/** The role names the crmCompanyId; no other number is accepted here. */
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
    /** Whether each price comes with AVP, type, name and day of its latest change. */
    details: z.enum(['true', 'false'], { error: 'details ist true oder false.' }).default('false'),
  }),
  answer: tillPageSchema,
  answerKind: 'negotiated',
  /** `PZN;VK`, decimal comma, CRLF, withdrawn products with an empty VK; the rest in the headers of `TILL_HEADER`. */
  media: { 'text/csv': z.string() },
});

export const acknowledgeTillPrices = endpoint({
  id: 'acknowledgeTillPrices',
  summary: 'Records what the till has loaded',
  method: 'POST',
  path: '/api/till/v1/:crmCompanyId/ack',
  access,
  params,
  /** Fields beyond the cursor are taken and named in the answer: a later release may give them a meaning. */
  body: z.looseObject({ cursor: cursorText.min(1) }),
  answer: statusOkSchema.extend({
    /** Fields of the body that were not understood, the first of them; absent where there were none. */
    ignored: z.array(z.string()).optional(),
  }),
});
