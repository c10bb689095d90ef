const LENGTH_AT = 12;
const VALUES_AT = 20;
const NULL = -1;
const LONG = 8;

export const packed = (column: string) => `array_send(coalesce(array_agg(${column}), '{}'))`;

/** Of `array_send`, `int` or `bigint`: ten times as fast as pg's texts. */
export function intsOf(sent: Buffer): (number | null)[] {
  if (sent.length < VALUES_AT) return [];
  let at = VALUES_AT;
  return Array.from({ length: sent.readInt32BE(LENGTH_AT) }, () => {
    const size = sent.readInt32BE(at);
    at += 4;
    if (size === NULL) return null;
    const value = size === LONG ? Number(sent.readBigInt64BE(at)) : sent.readInt32BE(at);
    at += size;
    return value;
  });
}

/** As files and lists write it. */
export const pznText = (pzn: number): string => String(pzn).padStart(8, '0');
