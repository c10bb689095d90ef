import { formatCents } from '@portal/rules';
import { formatCount } from '../lib/format.ts';

/** '+37.267 €': a sum of euros, whole from 100 € on. */
export function formatEuroSum(cents: number): string {
  const magnitude = Math.abs(cents);
  const sign = cents > 0 ? '+' : cents < 0 ? '−' : '';
  return `${sign}${magnitude < 100_00 ? formatCents(magnitude) : formatCount(magnitude / 100)} €`;
}
