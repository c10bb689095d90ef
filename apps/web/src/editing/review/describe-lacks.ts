import { type EffectLack } from '@portal/rules';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';

const LACKS: readonly EffectLack[] = ['added', 'leaving', 'units'];

/** '397 neue Artikel, 12 Artikel ohne Absatz' (rule 14.7). */
export function describeLacks(t: TFunction, lacks: Readonly<Record<EffectLack, number>> | null): string {
  if (lacks === null) return t('effects.lack.unknown');
  return LACKS.filter((lack) => lacks[lack] > 0)
    .map((lack) => t(`effects.lack.${lack}`, { count: lacks[lack], number: formatCount(lacks[lack]) }))
    .join(', ');
}
