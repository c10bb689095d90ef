import { type ApprovalModel, buildApprovalModel, type UpdateColumns } from '../../src/index.ts';
import { type UpdateKind } from '@portal/rules';

export type Entry = { [Key in keyof UpdateColumns]: UpdateColumns[Key][number] };

const plain: Entry = {
  pzn: '00000000',
  name: 'Artikel',
  content: null,
  producer: 'Muster Pharma',
  brand: null,
  normSize: null,
  atc: null,
  vatPercent: null,
  peCluster: null,
  vhCluster: null,
  units: null,
  avpOld: null,
  avp: null,
  aep: null,
  vhp: null,
  ravp: null,
  ravpRegio: null,
  ravpNational: null,
  formerCalculatedPrice: null,
  calculatedPrice: 1000,
  priceType: 0,
  validTo: null,
  ownPrice: null,
  draftOwnPrice: null,
  draftPermanent: null,
  draftExclusion: null,
  draftRule: null,
  checkReason: null,
  inactive: false,
  part: null,
};

/** An open package of the given rows; PZNs count up from 00000001. */
export function packageOf(
  kind: UpdateKind,
  entries: readonly Partial<Entry>[],
  state = { editable: true, approved: false },
): ApprovalModel {
  const full = entries.map((entry, row) => ({ ...plain, pzn: String(row + 1).padStart(8, '0'), ...entry }));
  const names = Object.keys(plain) as (keyof Entry)[];
  const columns = Object.fromEntries(names.map((name) => [name, full.map((entry) => entry[name])]));
  return buildApprovalModel(kind, columns as unknown as UpdateColumns, state);
}
