import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  pharmacyIdSchema,
  pharmacyParams,
  pharmacyTokenSchema,
  productGroupParamSchema,
  productGroupSchema,
  pznSchema,
  reasonSchema,
  rowCountSchema,
  searchQuerySchema,
} from './fields.ts';
import type { Joined } from './list-pieces.ts';
import { pharmacySchema } from './pharmacies.ts';
import { priceHistoryEntrySchema } from './rows/price-history-row.ts';
import { productVersionsSchema } from './products.ts';
import { priceEditRowSchema, priceListColumns, priceListEntrySchema } from './rows/price-list-row.ts';
import { type PricesColumns, pricesPiece } from './rows/prices.ts';
import { COLUMNS_MEDIA_TYPE, FOUND_ARTICLES_PER_LIST, PRICES_MEDIA_TYPE } from './constants.ts';

const listHead = {
  version: z.number().int(),
  productGroup: productGroupSchema,
  parentPharmacy: pharmacySchema.nullable(),
  /** A calculation awaits approval. */
  blockEdit: z.boolean(),
  /** 'in Preisfreigabe'. */
  blockedProducts: z.array(z.object({ pzn: pznSchema })),
};
export const priceListSchema = z.object({ ...listHead, pricelist: z.array(priceListEntrySchema) });
export type PriceList = z.infer<typeof priceListSchema>;

export const priceListPiecesSchema = z.object({
  ...listHead,
  count: rowCountSchema,
  pieces: z.array(priceListColumns),
});
export type PriceListPieces = z.infer<typeof priceListPiecesSchema>;
export type PriceListColumnsAnswer = Joined<PriceListPieces>;

/** For a browser that has the product blocks (ADR 73). Rule 4.16. */
export const pricesPiecesSchema = z.object({
  ...listHead,
  products: productVersionsSchema,
  count: rowCountSchema,
  pieces: z.array(pricesPiece),
});
export type PricesAnswer = Omit<z.infer<typeof pricesPiecesSchema>, 'count' | 'pieces'> & { columns: PricesColumns };

export const getPriceList = endpoint({
  id: 'getPriceList',
  summary: 'The price list of a product group',
  method: 'GET',
  path: '/api/price/:pharmacyId/:token/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'list',
  params: pharmacyParams.extend({ productGroup: productGroupParamSchema }),
  answer: priceListSchema,
  answerKind: 'negotiated',
  media: { [COLUMNS_MEDIA_TYPE]: priceListPiecesSchema, [PRICES_MEDIA_TYPE]: pricesPiecesSchema },
});

export const savePriceListAnswerSchema = z.object({
  status: z.literal('OK'),
  changed: z.number().int(),
});

export const savePriceList = endpoint({
  id: 'savePriceList',
  summary: 'Saves corrected prices, permanent prices and exclusions',
  method: 'PUT',
  path: '/api/price/:pharmacyId/:token',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  cost: 'write',
  params: pharmacyParams,
  body: z.object({
    products: z.array(priceEditRowSchema).min(1).max(100_000),
    /** Lets the server see newer changes of others. */
    versions: z.partialRecord(productGroupSchema, z.number().int().nonnegative()).optional(),
    version: z.number().int().nonnegative().optional(),
    reason: reasonSchema,
    /** crmCompanyId of the first pharmacy (rule 3.37). */
    takenFrom: z.number().int().positive().max(2_147_483_647).optional(),
  }),
  bodyLimit: 'list',
  answer: savePriceListAnswerSchema,
});

export const getPriceHistory = endpoint({
  id: 'getPriceHistory',
  summary: 'Price changes of one product, newest first',
  method: 'GET',
  path: '/api/price/pricehistory/:apoId/:token/:pzn',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'list',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema, pzn: pznSchema }),
  answer: z.array(priceHistoryEntrySchema),
});

/** Rule 2.42. */
export const foundArticlesSchema = z.array(
  z.object({
    productGroup: productGroupSchema,
    count: z.number().int(),
    /** The first by name. */
    articles: z
      .array(
        z.object({
          pzn: pznSchema,
          name: z.string(),
          content: z.string().nullable(),
          producer: z.string(),
          /** Cents; null for an exclusion. */
          effectivePrice: z.number().int().nullable(),
        }),
      )
      .max(FOUND_ARTICLES_PER_LIST),
  }),
);
export type FoundArticles = z.infer<typeof foundArticlesSchema>;

export const findArticles = endpoint({
  id: 'findArticles',
  summary: "Articles on any of the pharmacy's lists, by name, producer, brand or PZN",
  method: 'GET',
  path: '/api/price/articles/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'search',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  query: z.object({ q: searchQuerySchema }),
  answer: foundArticlesSchema,
});

export const getChangesKept = endpoint({
  id: 'getChangesKept',
  summary: 'Since when price changes are kept',
  method: 'GET',
  path: '/api/price/changes/kept/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'light',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  answer: z.object({ keptSince: instantSchema.nullable() }),
});
