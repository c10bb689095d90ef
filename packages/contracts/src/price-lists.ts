import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  clusterSchema,
  instantSchema,
  pharmacyIdSchema,
  pharmacyParams,
  pharmacyTokenSchema,
  priceSchema,
  priceTypeSchema,
  productGroupParamSchema,
  productGroupSchema,
  pznSchema,
} from './fields.ts';
import { pharmacySchema } from './pharmacies.ts';

/** A row of the price list (rule 4.1). Prices in euros, differences in percent. */
export const priceListEntrySchema = z.object({
  pzn: pznSchema,
  name: z.string(),
  content: z.string().nullable(),
  producer: z.string(),
  brand: z.string().nullable(),
  normSize: z.string().nullable(),
  atc: z.string().nullable(),
  peCluster: clusterSchema,
  vhCluster: clusterSchema,
  /** Sales in pieces */
  units: z.number().int().nullable(),
  avp: priceSchema,
  aep: priceSchema,
  vhp: priceSchema,
  priceMin: priceSchema,
  priceAvg: priceSchema,
  priceMax: priceSchema,
  /** The calculated price */
  priceNew: priceSchema,
  /** The effective price before the last change */
  priceOld: priceSchema,
  /** The own or permanent price; null under types 0 and 1 */
  priceEdit: priceSchema,
  /** Last change */
  date: instantSchema,
  negative: priceTypeSchema,
  diffAvp: priceSchema,
  diffAep: priceSchema,
  diffVhp: priceSchema,
  diffRpMin: priceSchema,
  diffRpAvg: priceSchema,
  diffRpMax: priceSchema,
});
export type PriceListEntry = z.infer<typeof priceListEntrySchema>;

const listHead = {
  version: z.number().int(),
  productGroup: productGroupSchema,
  /** The main pharmacy when this one is a mirror; its list cannot be edited here. */
  parentPharmacy: pharmacySchema.nullable(),
  /** A first or new calculation awaits approval: the list cannot be edited. */
  blockEdit: z.boolean(),
  /** Products of open MDP or QDP packages: 'in Preisfreigabe'. */
  blockedProducts: z.array(z.object({ pzn: pznSchema })),
};
export const priceListSchema = z.object({ ...listHead, pricelist: z.array(priceListEntrySchema) });
export type PriceList = z.infer<typeof priceListSchema>;

const texts = z.array(z.string());
const optionalTexts = z.array(z.string().nullable());
const cents = z.array(z.number().int().nullable());

/** The list by columns: index i is one article in every column. Prices in cents, `date` in seconds since 1970. */
export const priceListColumnsSchema = z.object({
  ...listHead,
  columns: z.object({
    pzn: texts,
    name: texts,
    content: optionalTexts,
    producer: texts,
    brand: optionalTexts,
    normSize: optionalTexts,
    atc: optionalTexts,
    peCluster: z.array(clusterSchema),
    vhCluster: z.array(clusterSchema),
    units: cents,
    avp: cents,
    aep: cents,
    vhp: cents,
    priceMin: cents,
    priceAvg: cents,
    priceMax: cents,
    priceNew: cents,
    priceOld: cents,
    priceEdit: cents,
    date: z.array(z.number().int()),
    negative: z.array(priceTypeSchema),
  }),
});
export type PriceListColumnsAnswer = z.infer<typeof priceListColumnsSchema>;

/** Media type of the columnar form, asked for by Accept. */
export const COLUMNS_MEDIA_TYPE = 'application/vnd.preisportal.columns+json';

export const getPriceList = endpoint({
  id: 'getPriceList',
  summary: 'The price list of a product group',
  method: 'GET',
  path: '/api/price/:pharmacyId/:token/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  params: pharmacyParams.extend({ productGroup: productGroupParamSchema }),
  answer: priceListSchema,
  answerKind: 'negotiated',
  media: { [COLUMNS_MEDIA_TYPE]: priceListColumnsSchema },
});

/**
 * One edited row of a save. `priceEdit` null means no own price. Whatever else a client sends is ignored.
 * `productGroup` is only needed for a product that the list does not hold yet (a new exclusion).
 */
export const priceEditRowSchema = z.object({
  pzn: pznSchema,
  priceEdit: z.number().nullable(),
  editedPermanent: z.boolean(),
  editedIgnore: z.boolean(),
  productGroup: productGroupSchema.optional(),
});
export type PriceEditRow = z.infer<typeof priceEditRowSchema>;

export const savePriceListAnswerSchema = z.object({
  status: z.literal('OK'),
  /** Rows whose price or type changed effectively. */
  changed: z.number().int(),
});

export const savePriceList = endpoint({
  id: 'savePriceList',
  summary: 'Saves corrected prices, permanent prices and exclusions',
  method: 'PUT',
  path: '/api/price/:pharmacyId/:token',
  access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
  rate: 'save',
  params: pharmacyParams,
  body: z.object({
    products: z.array(priceEditRowSchema).min(1).max(100_000),
    /** The list versions the edits were made on, by group: lets the server see newer changes of others. */
    versions: z.partialRecord(productGroupSchema, z.number().int().nonnegative()).optional(),
    /** The same for a client that edits one group only. */
    version: z.number().int().nonnegative().optional(),
  }),
  bodyLimit: 'list',
  answer: savePriceListAnswerSchema,
});

/** One entry of a product's price history (rule 4.18). */
export const priceHistoryEntrySchema = z.object({
  createdAt: instantSchema,
  event: z.string(),
  username: z.string(),
  avp: priceSchema,
  /** The effective price after the change; null for an exclusion */
  priceNew: priceSchema,
  negative: priceTypeSchema.nullable(),
});
export type PriceHistoryEntry = z.infer<typeof priceHistoryEntrySchema>;

export const getPriceHistory = endpoint({
  id: 'getPriceHistory',
  summary: 'Price changes of one product, newest first',
  method: 'GET',
  path: '/api/price/pricehistory/:apoId/:token/:pzn',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema, pzn: pznSchema }),
  answer: z.array(priceHistoryEntrySchema),
});
