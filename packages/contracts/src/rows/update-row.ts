import { z } from 'zod';
import { clusterSchema, priceSchema, priceTypeSchema, pznSchema } from '../fields.ts';

/** What the specified rows of all kinds have (rule 6.7): prices in euros with two decimals, differences in percent. */
const commonRow = {
  pzn: pznSchema,
  name: z.string(),
  producer: z.string(),
  brand: z.string().nullable(),
  content: z.string().nullable(),
  normSize: z.string().nullable(),
  atc: z.string().nullable(),
  units: z.number().int().nullable(),
  peCluster: clusterSchema,
  vhCluster: clusterSchema,
  /** The new calculated price */
  truePrice: priceSchema,
  truePriceOld: priceSchema,
  avpOld: priceSchema,
  /** Open: the type the row starts from. Approved: the type it got. */
  negative: priceTypeSchema,
  /** The own or permanent price of the list under types 2 and 3 */
  priceEdit: priceSchema,
  editedPrice: priceSchema,
  editedPermanent: z.boolean().nullable(),
  editedIgnore: z.boolean().nullable(),
  /** The stored 'permanent' of the draft, null where none is stored */
  permanentPrice: z.boolean().nullable(),
  /** The type the draft makes, null without one */
  editedNegative: priceTypeSchema.nullable(),
  /** Shown grey and locked, left out on approval */
  inactive: z.boolean(),
};
export const mdpRowSchema = z.object({ ...commonRow, avpNew: priceSchema, deviationAvp: priceSchema });
export const qdpRowSchema = z.object({
  ...commonRow,
  avp: priceSchema,
  aep: priceSchema,
  vhp: priceSchema,
  /** The pharmacy's current price, the regional and the national average */
  ravp: priceSchema,
  ravpRegio: priceSchema,
  ravpNational: priceSchema,
  diffAvp: priceSchema,
  diffAep: priceSchema,
  diffVhp: priceSchema,
  diffRavp: priceSchema,
  diffRavpRegio: priceSchema,
  diffRavpNational: priceSchema,
});
export const lzdRowSchema = qdpRowSchema.extend({
  itemsSold: z.number().int().nullable(),
  checkReason: z.string().nullable(),
});
export type MdpRow = z.infer<typeof mdpRowSchema>;
export type QdpRow = z.infer<typeof qdpRowSchema>;
export type LzdRow = z.infer<typeof lzdRowSchema>;

/** What the specified rows call otherwise than the domain does. */
export const UPDATE_WIRE_NAMES = {
  calculatedPrice: 'truePrice',
  formerCalculatedPrice: 'truePriceOld',
  ownPrice: 'priceEdit',
  priceType: 'negative',
  draftOwnPrice: 'editedPrice',
  draftPermanent: 'editedPermanent',
  draftExclusion: 'editedIgnore',
} as const satisfies Record<string, keyof MdpRow>;

const texts = z.array(z.string());
const optionalTexts = z.array(z.string().nullable());
const integers = z.array(z.number().int().nullable());
const cents = integers;
const flags = z.array(z.boolean().nullable());

/**
 * The rows of any kind by columns, in the names of the domain: index i is one product in every column. Prices in cents; `avp`
 * is 'AVP neu'.
 */
export const updateColumns = z.object({
  pzn: texts,
  name: texts,
  content: optionalTexts,
  producer: texts,
  brand: optionalTexts,
  normSize: optionalTexts,
  atc: optionalTexts,
  /** Value added tax in percent, 7 or 19; null where no delivery has said it */
  vatPercent: integers,
  peCluster: z.array(clusterSchema),
  vhCluster: z.array(clusterSchema),
  units: integers,
  avpOld: cents,
  avp: cents,
  aep: cents,
  vhp: cents,
  ravp: cents,
  ravpRegio: cents,
  ravpNational: cents,
  formerCalculatedPrice: cents,
  calculatedPrice: cents,
  priceType: z.array(priceTypeSchema),
  ownPrice: cents,
  draftOwnPrice: cents,
  draftPermanent: flags,
  draftExclusion: flags,
  checkReason: optionalTexts,
  inactive: z.array(z.boolean()),
});

/**
 * One row of a draft or an approval. `editedPrice` null means no own price. A flag that is null or absent means 'as the
 * row is'. A row that is back at its original deletes its draft. Other fields are ignored.
 */
export const approvalEditRowSchema = z.object({
  pzn: pznSchema,
  editedPrice: z.number().nullable(),
  editedPermanent: z.boolean().nullish(),
  editedIgnore: z.boolean().nullish(),
});
export type ApprovalEditRow = z.infer<typeof approvalEditRowSchema>;
