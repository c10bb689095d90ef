import { type Cents, effectLack, grossProfitChange, vatPercentOf } from '@portal/rules';
import type { PriceMoves } from '../price-writing/index.ts';

export type ApprovalEffect = {
  readonly effectCents: number;
  readonly effectRows: number;
  readonly effectMissing: number;
  readonly effectAdded: number;
  readonly effectLeaving: number;
};

/** Rule 14.36; with today's units. */
export function effectOfApproval(moves: readonly PriceMoves[]): ApprovalEffect {
  let effectCents = 0;
  let effectRows = 0;
  const lacks = { added: 0, leaving: 0, units: 0 };
  for (const { before, after, units, vatPercent } of moves) {
    for (const [row, was] of before.entries()) {
      const [is, sold] = [after[row] ?? null, units[row] ?? null];
      const lack = effectLack(was, is, sold);
      if (lack !== null) {
        lacks[lack]++;
        continue;
      }
      effectRows++;
      effectCents += grossProfitChange(was as Cents, is as Cents, sold as number, vatPercentOf(vatPercent[row]));
    }
  }
  const effectMissing = lacks.added + lacks.leaving + lacks.units;
  return { effectCents, effectRows, effectMissing, effectAdded: lacks.added, effectLeaving: lacks.leaving };
}
