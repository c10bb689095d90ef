import type { EffectLack } from '@portal/rules';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';

const LACKS: readonly EffectLack[] = ['added', 'leaving', 'units'];

/** Why there is no gross profit; new articles alone need no excuse. */
export function describeUnknown(t: TFunction, lacks: Readonly<Record<EffectLack, number>> | null): string {
  const described = describeLacks(t, lacks);
  const onlyNew = lacks !== null && lacks.added > 0 && lacks.leaving === 0 && lacks.units === 0;
  return onlyNew ? described : t('effects.unknown', { lacks: described });
}

/** '397 neue Artikel, 12 Artikel ohne Absatz' (rule 14.7). */
function describeLacks(t: TFunction, lacks: Readonly<Record<EffectLack, number>> | null): string {
  if (lacks === null) return t('effects.lack.unknown');
  return LACKS.filter((lack) => lacks[lack] > 0)
    .map((lack) => t(`effects.lack.${lack}`, { count: lacks[lack], number: formatCount(lacks[lack]) }))
    .join(', ');
}
