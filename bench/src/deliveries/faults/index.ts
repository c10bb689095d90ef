import type { UpdateKind } from '@portal/rules';
import type { Age } from '../past.ts';
import { AMOUNTS } from './amounts.ts';
import { COLUMNS, REFERENCES } from './columns.ts';
import type { Fault } from './fault.ts';
import { ORDER } from './order.ts';
import { ROWS, TEXTS } from './rows.ts';

const ALL = [...AMOUNTS, ...COLUMNS, ...REFERENCES, ...ORDER, ...TEXTS, ...ROWS];

/** Sixty of each kind; one or two less where there is no past to go back to. */
export function faultsOf(kind: UpdateKind, age: Age): readonly Fault[] {
  const isThere = { list: age !== 'empty', year: age === 'year' };
  return ALL.filter(({ kinds, needs }) => (!kinds || kinds.includes(kind)) && (!needs || isThere[needs]));
}
export type { Fault };
