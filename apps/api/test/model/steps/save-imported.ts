import { shown } from '../rules/prices.ts';
import type { Step } from '../outcome.ts';
import { inApproval } from '../rules/price-list.ts';
import { type Group, pharmacyOf, type World } from '../state.ts';
import type { ImportData, ImportRow } from './imports.ts';
import { Aimed, type ListRow } from './lists.ts';
import { pznAt } from './picks.ts';

/** Somebody saves what a file has brought into a list on screen (rules 5.3 to 5.5). */
export class SaveImported implements Step {
  readonly data: { pharmacy: number; group: Group; file: ImportData };
  constructor(data: { pharmacy: number; group: Group; file: ImportData }) {
    this.data = data;
  }
  private save(world: World): Aimed {
    const { pharmacy, group, file } = this.data;
    const rows = file.rows.flatMap((row) => this.edit(world, row) ?? []);
    return new Aimed({ caller: file.caller, pharmacy, group, rows, screen: 0, stale: null });
  }
  /** The row as it then stands in the list, undefined where the import leaves it alone. */
  private edit(world: World, { pzn: index, price, code }: ImportRow): ListRow | undefined {
    const { pharmacy, group, file } = this.data;
    const pzn = pznAt(world, index);
    const item = pharmacyOf(world, pharmacy).lists[group].items[pzn];
    const beneath = file.type === 'expertimport' && item?.period !== undefined;
    const row = (cents: number | null, ticks: ListRow['ticks']) => ({
      pzn: index,
      price: cents,
      ticks,
      group: null,
      beneath,
    });
    if (inApproval(world, pharmacy, group, pzn)) return undefined;
    if (!item) {
      // Products that the list does not hold come onto it by an import of exclusions only.
      const known = world.products[pzn]?.group === group;
      return file.type === 'negativeimport' && known ? { ...row(null, 'ignore'), group } : undefined;
    }
    const excluded = shown(item).type === 1;
    switch (file.type) {
      case 'negativeimport':
        return excluded ? undefined : row(shown(item).own, 'ignore');
      case 'priceimport':
        if (price === null || price === (shown(item).own ?? item.calculated)) return undefined;
        return row(price, excluded ? 'ignore' : shown(item).type === 3 ? 'permanent' : 'none');
      case 'expertimport':
        if (code === 1) return row(null, 'ignore');
        if (code === 0) {
          if (price === null && item.calculated === null) return undefined;
          return row(price === item.calculated ? null : price, 'none');
        }
        if (code === 3 && price === item.period?.price) return undefined;
        return row(price, code === 3 ? 'permanent' : 'none');
    }
  }
  applies = (world: World) => this.save(world).data.rows.length > 0;
  describe = (world: World) => `after a ${this.data.file.type} ${this.save(world).describe(world)}`;
  request = (world: World) => this.save(world).request(world);
  rule = (world: World) => this.save(world).rule(world);
}
