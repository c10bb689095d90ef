import type { Dashboard, Pharmacy } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { ReactNode } from 'react';

/** Places of the dashboard that the app fills with parts of other subjects. */
export type DashboardSlots = {
  /** Beneath the welcome. */
  readonly search?: () => ReactNode;
  /** Buttons beside a price list. */
  readonly groupActions?: (productGroup: ProductGroup) => ReactNode;
  /** In the till's card. */
  readonly till?: () => ReactNode;
  /** Lines of 'Heute zu tun'. */
  readonly tillTasks?: (dashboard: Dashboard) => ReactNode;
  readonly labelsTask?: () => ReactNode;
  /** Beneath the till's card. */
  readonly labels?: () => ReactNode;
  /** Beneath the price lists. */
  readonly upload?: (dashboard: Dashboard) => ReactNode;
  /** Beneath the mirrors of a main pharmacy. */
  readonly mirrors?: (dashboard: Dashboard) => ReactNode;
  /** Beside one of them. */
  readonly mirrorActions?: (mirror: Pharmacy, dashboard: Dashboard) => ReactNode;
};
