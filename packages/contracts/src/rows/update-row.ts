import {
  COLUMNS,
  packageColumnNames,
  type PackageColumnName,
  productColumnNames,
  type ProductColumnName,
  shownColumns,
} from '@portal/rules';
import { z } from 'zod';
import { priceSchema, priceTypeSchema, pznSchema } from '../fields.ts';
import { cellSchemas, columnSchemas, wireNames } from './column-schemas.ts';
import { differenceCells } from './differences.ts';

type RowName = ProductColumnName | PackageColumnName;
type OnlyOf = { readonly rowsOf: readonly string[] };
type CommonName = { [Name in RowName]: (typeof COLUMNS)[Name] extends OnlyOf ? never : Name }[RowName];
type MarketName = Exclude<RowName, CommonName | 'checkReason'>;

const NAMES: readonly RowName[] = [...productColumnNames(), ...packageColumnNames()];
const isCommon = (name: RowName): name is CommonName => !('rowsOf' in COLUMNS[name]);
const isMarket = (name: RowName): name is MarketName => !isCommon(name) && name !== 'checkReason';

/** Rule 6.7: euros, percent. */
const commonRow = {
  ...cellSchemas(NAMES.filter(isCommon), 'package'),
  pzn: pznSchema,
  permanentPrice: z.boolean().nullable(),
  editedNegative: priceTypeSchema.nullable(),
};
export const mdpRowSchema = z.object({ ...commonRow, avpNew: priceSchema, ...differenceCells(shownColumns('MDP')) });
export const qdpRowSchema = z.object({
  ...commonRow,
  ...cellSchemas(NAMES.filter(isMarket), 'package'),
  ...differenceCells(shownColumns('QDP')),
});
export const lzdRowSchema = qdpRowSchema.extend({
  itemsSold: z.number().int().nullable(),
  ...cellSchemas(['checkReason'], 'package'),
});
export type MdpRow = z.infer<typeof mdpRowSchema>;
export type QdpRow = z.infer<typeof qdpRowSchema>;
export type LzdRow = z.infer<typeof lzdRowSchema>;

export const UPDATE_WIRE_NAMES = wireNames('package');

/** Cents; `avp` is 'AVP neu'. */
export const updateColumns = columnSchemas(NAMES);

/** `editedPrice` null: no own price. Flags null or absent: as the row. A row back at its original deletes its draft. */
export const approvalEditRowSchema = z.object({
  pzn: pznSchema,
  editedPrice: z.number().nullable(),
  editedPermanent: z.boolean().nullish(),
  editedIgnore: z.boolean().nullish(),
});
export type ApprovalEditRow = z.infer<typeof approvalEditRowSchema>;
