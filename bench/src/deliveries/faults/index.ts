import type { UpdateKind } from '@portal/rules';
import { AMOUNTS } from './amounts.ts';
import { COLUMNS, REFERENCES } from './columns.ts';
import type { Fault } from './fault.ts';
import { ORDER } from './order.ts';
import { ROWS, TEXTS } from './rows.ts';

const ALL = [...AMOUNTS, ...COLUMNS, ...REFERENCES, ...ORDER, ...TEXTS, ...ROWS];

/** Sixty of each kind; fewer where there is no past to go back to. */
export const faultsOf = (kind: UpdateKind, hasPast: boolean): readonly Fault[] =>
  ALL.filter(({ kinds, isOfPast }) => (!kinds || kinds.includes(kind)) && (hasPast || !isOfPast));
export type { Fault };
