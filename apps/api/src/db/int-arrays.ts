const LENGTH_AT = 12;
const VALUES_AT = 20;
const NULL = -1;
const LONG = 8;

export const packed = (column: string) => `array_send(coalesce(array_agg(${column}), '{}'))`;

/** Of `array_send`, `int` or `bigint`: ten times as fast as pg's texts. */
export function intsOf(sent: Buffer): (number | null)[] {
  if (sent.length < VALUES_AT) return [];
  const values: (number | null)[] = [];
  for (let at = VALUES_AT, left = sent.readInt32BE(LENGTH_AT); left > 0; left -= 1) {
    const size = sent.readInt32BE(at);
    at += 4;
    if (size === NULL) values.push(null);
    else {
      values.push(size === LONG ? sent.readInt32BE(at) * 2 ** 32 + sent.readUInt32BE(at + 4) : sent.readInt32BE(at));
      at += size;
    }
  }
  return values;
}

/** As files and lists write it. */
export const pznText = (pzn: number): string => String(pzn).padStart(8, '0');
