import { addDays } from '@portal/rules';

export const PRESETS = ['today', 'yesterday', 'week', 'month'] as const;
const DAYS_AGO = { today: 0, yesterday: 1, week: 6 } as const;

/** The day from which changes are exported. */
export function presetDay(preset: (typeof PRESETS)[number], today: string): string {
  return preset === 'month' ? `${today.slice(0, 7)}-01` : addDays(today, -DAYS_AGO[preset]);
}
