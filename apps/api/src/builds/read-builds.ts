import { askOne, statement } from '../db/statement.ts';
import type { Queryable } from '../db/queryable.ts';
import { BUILD } from './build.ts';

const order = (build: string) => `string_to_array(${build}, '.')::int[]`;
const orderOf = (build: string) => build.split('.').map(Number);

const FLOOR = statement(
  { floor: 'text', fits: 'bool' },
  `SELECT build_floor() AS floor, ${order('build_floor()')} <= $1::int[] AS fits`,
);

/** The oldest build that may work on this database; `fits`: this one may. Rule 13.10. */
export function readFloor(db: Queryable): Promise<{ floor: string; fits: boolean }> {
  return askOne(db, FLOOR, [orderOf(BUILD)]);
}

const IS_ON = statement(
  { on: 'bool' },
  `SELECT ${order('build_floor()')} >= $1::int[] AND coalesce(${order('oldest_build()')} >= $1::int[], true) AS "on"`,
);

/** @param since the build that brought it */
export async function isUnderstoodByAll(db: Queryable, since: string): Promise<boolean> {
  return (await askOne(db, IS_ON, [orderOf(since)])).on;
}
