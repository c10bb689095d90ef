import { type DifferenceColumnName, referenceOf } from '@portal/rules';
import { priceSchema } from '../fields.ts';

/** Percent, one decimal. */
export function differenceCells<Name extends string>(
  shown: readonly Name[],
): { [N in Name & DifferenceColumnName]: typeof priceSchema } {
  const differences = shown.filter((name) => referenceOf(name) !== undefined);
  return Object.fromEntries(differences.map((name) => [name, priceSchema])) as never;
}
