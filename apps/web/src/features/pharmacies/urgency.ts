import type { TimeLeft } from '@portal/rules';

/** By the days that are shown (rule 2.13). */
export function urgencyOf(left: TimeLeft | null): 'now' | 'soon' | 'later' {
  if (left?.unit !== 'days' || left.count <= 3) return 'now';
  return left.count <= 7 ? 'soon' : 'later';
}
