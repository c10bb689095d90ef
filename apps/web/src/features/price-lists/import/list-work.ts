import type { PriceListModel, Review, RowEdits } from '@portal/list-view';
import type { ProductGroup } from '@portal/rules';

/** The open list that an import goes into. */
export type ListWork = {
  readonly model: PriceListModel;
  /** the edits made so far */
  readonly edits: RowEdits;
  readonly group: ProductGroup;
  readonly review: Review | undefined;
  /** The limits of the group could not be loaded. */
  readonly guardrailsMissing: boolean;
};
