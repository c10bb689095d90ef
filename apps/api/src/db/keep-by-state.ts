import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';

/**
 * Once per state; who waits for another caller makes it himself when that one leaves.
 */
export function keepByState<Value extends object>(mostSize: number, sizeOf: (value: Value) => number) {
  const known = new LRUCache<string, Value>({ maxSize: mostSize, sizeCalculation: sizeOf });
  const underWay = new Map<string, Promise<Value>>();

  return async (state: string, make: () => Promise<Value>): Promise<Value> => {
    const key = createHash('sha256').update(state).digest('base64');
    for (let others = underWay.get(key); others; others = underWay.get(key)) {
      const found = await others.catch(() => undefined);
      if (found) return found;
    }
    const found = known.get(key);
    if (found) return found;
    const mine = make();
    underWay.set(key, mine);
    try {
      const value = await mine;
      known.set(key, value);
      return value;
    } finally {
      underWay.delete(key);
    }
  };
}
