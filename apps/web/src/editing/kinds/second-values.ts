import { distinctTexts } from '@portal/list-view';
import { ELASTICITY_CODES, isElasticityColumn, isTextColumn } from '@portal/rules';
import type { TFunction } from 'i18next';
import type { KindTypes } from '../kind/kind.ts';

/** Undefined for a filter without values of its own. */
export function secondValues(model: KindTypes['model'], filter: string, t: TFunction<'editing'>) {
  if (isElasticityColumn(filter))
    return ELASTICITY_CODES.map((code) => ({ value: String(code), label: t(`elasticity.${code}`) }));
  return isTextColumn(filter) ? distinctTexts(model, filter) : undefined;
}
