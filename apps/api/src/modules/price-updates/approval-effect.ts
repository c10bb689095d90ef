import { grossProfitChange, vatPercentOf } from '@portal/rules';
import type { PriceMoves } from '../price-writing/index.ts';

export type ApprovalEffect = {
  readonly effectCents: number;
  readonly effectRows: number;
  readonly effectMissing: number;
};

/** Rule 14.36; with today's units. */
export function effectOfApproval(moves: readonly PriceMoves[]): ApprovalEffect {
  let effectCents = 0;
  let effectRows = 0;
  let effectMissing = 0;
  for (const { before, after, units, vatPercent } of moves) {
    for (const [row, was] of before.entries()) {
      const [is, sold] = [after[row] ?? null, units[row] ?? null];
      if (was === null || is === null || sold === null) effectMissing++;
      else {
        effectRows++;
        effectCents += grossProfitChange(was, is, sold, vatPercentOf(vatPercent[row]));
      }
    }
  }
  return { effectCents, effectRows, effectMissing };
}
