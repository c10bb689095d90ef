import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { integerText } from './fields.ts';
import { productColumns } from './rows/price-list-row.ts';

const blockSchema = z.string().regex(/^\d{2}$/, { error: 'Ein Block besteht aus 2 Ziffern.' });

export const productVersionsSchema = z.record(blockSchema, z.number().int());
export type ProductVersions = z.infer<typeof productVersionsSchema>;

export const getProductVersions = endpoint({
  id: 'getProductVersions',
  summary: 'The versions of the blocks that products are in',
  method: 'GET',
  path: '/api/products',
  access: { kind: 'signedIn' },
  cost: 'light',
  answer: z.object({ products: productVersionsSchema }),
});

/** A version of a block never changes: cached for ever. */
export const getProductBlock = endpoint({
  id: 'getProductBlock',
  summary: 'What is known of the products of a block, in order of their PZNs',
  method: 'GET',
  path: '/api/products/:block/:version',
  access: { kind: 'signedIn' },
  cost: 'list',
  params: z.object({
    block: blockSchema,
    version: z
      .string()
      .regex(/^\d{1,16}$/, { error: 'Eine Version besteht aus bis zu 16 Ziffern.' })
      .transform(Number)
      .refine(Number.isSafeInteger, { error: 'Die Version ist zu groß.' })
      .meta(integerText(0, Number.MAX_SAFE_INTEGER)),
  }),
  answer: productColumns,
  answerKind: 'negotiated',
});
