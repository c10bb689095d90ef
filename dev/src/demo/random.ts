/**
 * Seeded pseudo-random numbers: the same seed gives the same demo data on every machine. For demo data only,
 * never for secrets.
 */
export interface Random {
  /** Next number, 0 ≤ x < 1. */
  next(): number;
  /** Whole number, `from` ≤ x ≤ `to`. */
  int(from: number, to: number): number;
  /** True with the given probability, 0 to 1. */
  chance(probability: number): boolean;
  /** One element; throws on an empty list. */
  pick<T>(list: readonly T[]): T;
  /** 32 random bits as 8 hexadecimal digits. */
  hex(): string;
}

/** mulberry32, seeded by a number. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const bits = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (mixed ^ (mixed >>> 14)) >>> 0;
  };
  const next = () => bits() / 2 ** 32;
  return {
    next,
    int: (from, to) => from + Math.floor(next() * (to - from + 1)),
    chance: (probability) => next() < probability,
    pick: (list) => {
      const element = list[Math.floor(next() * list.length)];
      if (element === undefined) throw new Error('Cannot pick from an empty list');
      return element;
    },
    hex: () => bits().toString(16).padStart(8, '0'),
  };
}

/** `count` different whole numbers below `size` in random order; all of them when `count` exceeds `size`. */
export function sampleIndexes(random: Random, size: number, count: number): number[] {
  const pool = Uint32Array.from({ length: size }, (_, index) => index);
  const taken = Math.min(count, size);
  for (let index = 0; index < taken; index += 1) {
    const other = random.int(index, size - 1);
    const kept = pool[index] as number;
    pool[index] = pool[other] as number;
    pool[other] = kept;
  }
  return Array.from(pool.subarray(0, taken));
}
