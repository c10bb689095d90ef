import type { startBenchPortal } from '../bench-portal.ts';
import { PHARMACY_CALLS, pickPharmacies } from './pharmacy-calls.ts';
import { readSizes, type Sizes } from './sizes.ts';

type Portal = Awaited<ReturnType<typeof startBenchPortal>>;

/** What happens in a pharmacy in a month, in this order; the package is approved in the end and reopened for the next bench. */
const MONTH = [
  'Paket öffnen',
  'Paket speichern, 50 rows',
  'Paket speichern, 50 rows',
  'Paket freigeben',
  'Paket wieder öffnen',
  'Paket speichern, 50 rows',
  'Paket freigeben',
  'Preisliste speichern, 50 rows',
  'Preisliste speichern, 50 rows',
  'Preisliste speichern, 50 rows',
  'Kassendatei laden',
  'Paket wieder öffnen',
];

/** Every pharmacy lives through a month, by the calls of the portal. @returns sizes before it, after it and after a VACUUM */
export async function liveThroughAMonth(portal: Portal, total: number): Promise<Sizes[]> {
  const before = await readSizes(portal.pool);
  for (const pharmacy of await pickPharmacies(portal.pool, total, total)) {
    for (const name of MONTH) await PHARMACY_CALLS[name]?.(portal.url, pharmacy);
  }
  const after = await readSizes(portal.pool);
  await portal.pool.query('VACUUM (ANALYZE)');
  return [before, after, await readSizes(portal.pool)];
}
