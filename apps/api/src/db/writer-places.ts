/** Of the connections of a pool, those that are left to readers whatever writers wait for. */
const READERS_SHARE = 1 / 3;

/** Every place is taken by a writer that waits; passes by itself. */
class NoWriterPlace extends Error {
  override name = 'NoWriterPlace';
  /** SQLSTATE of too many connections */
  readonly code = '53300';
  constructor() {
    super('all connections that writers may hold are taken');
  }
}

/**
 * Bounds how many connections writers hold at once, so that commits that wait, for a frozen replica or a lock, leave some to readers. Who
 * finds no place queues up, for as long as for a connection.
 * @param connections of the pool; of a single one nothing is left to readers
 */
export function createWriterPlaces(connections: number, patienceMs: number) {
  let free = Math.max(1, connections - Math.max(1, Math.floor(connections * READERS_SHARE)));
  const queue: (() => void)[] = [];

  const take = () => {
    if (free > 0) {
      free -= 1;
      return undefined;
    }
    return new Promise<void>((resolve, reject) => {
      const next = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(next), 1);
        reject(new NoWriterPlace());
      }, patienceMs);
      queue.push(next);
    });
  };
  /** The place goes to who has waited longest. */
  const leave = () => {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  };

  /** @throws NoWriterPlace when none became free in time; `work` has not begun then */
  return async <T>(work: () => Promise<T>): Promise<T> => {
    // Without a wait in between where there is a place: what is sent first stays first.
    const waiting = take();
    if (waiting) await waiting;
    try {
      return await work();
    } finally {
      leave();
    }
  };
}
