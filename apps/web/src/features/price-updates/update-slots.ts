import type { Pharmacy } from '@portal/contracts';
import type { ApprovalModel } from '@portal/list-view';
import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { ReactNode } from 'react';
import type { Outcome } from '../../editing/session/session.ts';

export type UpdateSlotContext = {
  readonly pharmacy: Pharmacy | null;
  readonly kind: UpdateKind;
  readonly id: number;
  readonly productGroup: ProductGroup;
  readonly model: ApprovalModel;
  /** Rows of the model as shown: filtered and in the order of the screen. */
  readonly rows: ArrayLike<number>;
  /** All rows in that order, whatever filter or search is on. */
  readonly allRows: ArrayLike<number>;
};

/** Places of the screen that the app fills with parts of other subjects. */
export type UpdateSlots = {
  readonly downloads?: (context: UpdateSlotContext) => ReactNode;
  /** In the message after an approval. */
  readonly nextSteps?: (context: UpdateSlotContext, outcome: Outcome) => ReactNode;
};
