import type { Cents, RowEdit } from '@portal/rules';
import type { RowEdits } from '../edits.ts';
import { rowOfPzn, type TextModel } from '../price-list/model.ts';

export function* changesOfEdits<Model extends TextModel>(
  model: Model,
  former: RowEdits,
  edits: RowEdits,
  priceAfter: (model: Model, row: number, edit: RowEdit | undefined) => Cents | null,
): Generator<readonly [row: number, after: Cents | null]> {
  for (const [pzn, edit] of edits) {
    const row = former.get(pzn) === edit ? undefined : rowOfPzn(model, pzn);
    if (row !== undefined) yield [row, priceAfter(model, row, edit)];
  }
  for (const pzn of former.keys()) {
    const row = edits.has(pzn) ? undefined : rowOfPzn(model, pzn);
    if (row !== undefined) yield [row, priceAfter(model, row, undefined)];
  }
}
