import type { Dashboard } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { ReactNode } from 'react';

/** Places of the dashboard that the app fills with parts of other subjects. */
export type DashboardSlots = {
  /** Buttons beside a price list. */
  readonly groupActions?: (productGroup: ProductGroup) => ReactNode;
  /** In the till's card. */
  readonly till?: () => ReactNode;
  /** Beneath the price lists. */
  readonly upload?: (dashboard: Dashboard) => ReactNode;
};
