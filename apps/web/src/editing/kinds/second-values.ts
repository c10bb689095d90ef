import { distinctBrands, distinctProducers } from '@portal/list-view';
import { ELASTICITY_CODES, isElasticityColumn } from '@portal/rules';
import type { TFunction } from 'i18next';
import type { KindTypes } from '../kind.ts';

export function secondValues(model: KindTypes['model'], filter: string, t: TFunction<'editing'>) {
  if (isElasticityColumn(filter))
    return ELASTICITY_CODES.map((code) => ({ value: String(code), label: t(`elasticity.${code}`) }));
  switch (filter) {
    case 'producer':
      return distinctProducers(model);
    case 'brand':
      return distinctBrands(model);
    default:
      return undefined;
  }
}
