import { askOne, statement } from '../db/statement.ts';
import type { Queryable } from '../db/queryable.ts';
import { BUILD } from './build.ts';

const number = (text: string) => `string_to_array(${text}, '.')::int[]`;

const FLOOR = statement(
  { floor: 'text', fits: 'bool' },
  `SELECT build_floor() AS floor, ${number('build_floor()')} <= ${number('$1')} AS fits`,
);

/** The oldest build that may work on this database; `fits`: this one may. Rule 13.10. */
export function readFloor(db: Queryable): Promise<{ floor: string; fits: boolean }> {
  return askOne(db, FLOOR, [BUILD]);
}

const IS_ON = statement(
  { on: 'bool' },
  `SELECT ${number('build_floor()')} >= ${number('$1')} AND coalesce(${number('oldest_build()')} >= ${number('$1')}, true) AS "on"`,
);

/** @param since the build that brought it */
export async function isUnderstoodByAll(db: Queryable, since: string): Promise<boolean> {
  return (await askOne(db, IS_ON, [since])).on;
}
