import type { ExpertColumnToggle, PriceListModel } from '@portal/list-view';
import type { ProductGroup } from '@portal/rules';
import type { ReactNode } from 'react';
import type { Shown } from '../../../lib/use-stored-toggles.ts';

export type ListSlotContext = {
  readonly pharmacyId: string;
  readonly token: string;
  readonly productGroup: ProductGroup;
  readonly model: PriceListModel;
  /** Rows of the model as shown: filtered and in the order of the screen. */
  readonly rows: ArrayLike<number>;
  /** Those among them that somebody has marked. */
  readonly marked: ArrayLike<number>;
  readonly rowsWithHidden: () => ArrayLike<number>;
  /** What the expert has switched on; null in standard mode. */
  readonly expertColumns: Shown<ExpertColumnToggle> | null;
};

/** Places of the screen that the app fills with parts of other subjects. */
export type ListSlots = {
  /** Buttons in the toolbar while the list is read. */
  readonly downloads?: (context: ListSlotContext) => ReactNode;
  /** In the message after saving. */
  readonly tillPanel?: (context: ListSlotContext) => ReactNode;
};
