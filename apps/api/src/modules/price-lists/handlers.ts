import { ENDPOINTS } from '@portal/contracts';
import type { Deps } from '../../deps.ts';
import type { Mount } from '../../http/mount.ts';
import type { ColumnsSender } from '../../http/send-columns.ts';
import { readPriceHistory } from './read-price-history.ts';
import { savePriceList } from './save-price-list.ts';
import { sendPriceList } from './send-price-list.ts';

/** Reading, saving and the price history of a list. */
export function mountPriceLists(mount: Mount, { database, clock }: Deps, send: ColumnsSender): void {
  mount(ENDPOINTS.getPriceHistory, ({ pharmacy, params }) =>
    readPriceHistory(database.pool, pharmacy.listApoId, params.pzn),
  );

  mount(ENDPOINTS.getPriceList, (call) => sendPriceList({ db: database.pool, send }, call, call.params.productGroup));

  mount(ENDPOINTS.savePriceList, async ({ pharmacy, body, caller }) => {
    const actor = { subject: caller.subject, userName: caller.userName };
    const saved = await savePriceList(
      { database, clock },
      { apoId: pharmacy.apoId, body, actor, staff: caller.access.staff },
    );
    return { status: 'OK' as const, changed: saved.changed };
  });
}
