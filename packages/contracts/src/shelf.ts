import { PRODUCT_GROUPS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { pharmacyIdSchema, pharmacyTokenSchema, productGroupSchema, pznSchema } from './fields.ts';

const centsSchema = z.number().int().nullable();

const shelfSchema = z.object({
  at: z.iso.datetime(),
  /** Whether labels have been printed (rule 16.10) */
  labelled: z.boolean(),
  /** When the till confirmed the prices of a group; null: never, or all of them are due again (rule 21.4) */
  tillLoads: z.record(z.enum(PRODUCT_GROUPS), z.iso.datetime().nullable()),
  notInTill: z.array(pznSchema),
  /** Index i is one article, listed or with a label, by PZN; prices in cents */
  columns: z.object({
    pzn: z.array(pznSchema),
    productGroup: z.array(productGroupSchema),
    name: z.array(z.string()),
    content: z.array(z.string().nullable()),
    producer: z.array(z.string().nullable()),
    effectivePrice: z.array(centsSchema),
    labelPrice: z.array(centsSchema),
  }),
});
export type Shelf = z.infer<typeof shelfSchema>;

export const getShelf = endpoint({
  id: 'getShelf',
  summary: 'All articles with the price in force, the price of their last label, and which the till lacks, by columns',
  method: 'GET',
  path: '/api/price/shelf/:apoId/:token',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'list',
  params: z.object({ apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
  answer: shelfSchema,
  answerKind: 'negotiated',
});
