import type { DoubtOf } from './doubt.ts';
import type { DeliveryLimits } from './limits.ts';
import type { DeliverySample, MoneyCells } from './moved-columns.ts';

const LEAST = { rows: 10, listed: 20 };
const FLOORS = { belowAep: 0.7, aboveAvp: 0.25, aroundUmfeld: 0.45 };

/** Rule 20.20. */
export function findRowsToReview(sample: DeliverySample, { reviewShare }: DeliveryLimits): DoubtOf<'rowReview'> | null {
  const { file, list, usual, knownVat, vat } = sample;
  const vatAt = (row: number) => knownVat[row] ?? vat[row] ?? 19;
  const inFile = judge(fill(file, list), vatAt);
  const [own, whole] = [judge(list, vatAt), judge(usual, () => 19)];
  let worst: DoubtOf<'rowReview'> | null = null;
  for (const floor of Object.keys(FLOORS) as (keyof typeof FLOORS)[]) {
    const { rows, of } = inFile[floor];
    const listed = own[floor].of >= LEAST.rows ? own[floor] : whole[floor];
    const isKnown = listed.of >= (listed === own[floor] ? LEAST.rows : LEAST.listed);
    const most = isKnown ? listed.rows / listed.of + reviewShare : FLOORS[floor];
    if (of < LEAST.rows || rows < Math.min(0.97, most) * of || rows <= (worst?.rows ?? 0)) continue;
    worst = { check: 'rowReview', rows, of };
  }
  return worst;
}

/** What an MDP does not bring is the list's. */
function fill(file: MoneyCells, list: MoneyCells): MoneyCells {
  const of = (column: 'aep' | 'avp' | 'umfeldMin' | 'umfeldMax') =>
    file[column].map((cents, row) => cents ?? list[column][row] ?? null);
  return { ...file, aep: of('aep'), avp: of('avp'), umfeldMin: of('umfeldMin'), umfeldMax: of('umfeldMax') };
}

function judge(cells: MoneyCells, vatAt: (row: number) => number) {
  const count = { belowAep: empty(), aboveAvp: empty(), aroundUmfeld: empty() };
  for (const [row, price] of cells.price.entries()) {
    if (!price) continue;
    const [aep, avp, min, max] = [cells.aep[row], cells.avp[row], cells.umfeldMin[row], cells.umfeldMax[row]];
    if (aep) add(count.belowAep, price * 100 < aep * (100 + vatAt(row)));
    if (avp) add(count.aboveAvp, price > avp);
    if (min || max) add(count.aroundUmfeld, Boolean((max && price > max * 1.05) || (min && price < min * 0.9)));
  }
  return count;
}

const empty = () => ({ rows: 0, of: 0 });

function add(count: { rows: number; of: number }, isBroken: boolean): void {
  count.of++;
  if (isBroken) count.rows++;
}
