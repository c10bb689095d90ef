import { connect } from 'node:net';
import type pg from 'pg';

const CANCEL_REQUEST = 80_877_102;
/** Milliseconds; a frozen server takes no request. */
const GIVE_UP_MS = 5_000;

/**
 * As PostgreSQL wants it: over a connection of its own, which the server closes. Unencrypted it tells nothing of worth.
 * @returns when no later query can meet it; false: nobody knows
 */
export function cancelQuery(client: pg.Client): Promise<boolean> {
  const { host, port, processID, secretKey } = client as pg.Client & { processID: number; secretKey: number };
  const request = Buffer.alloc(16);
  for (const [at, value] of [16, CANCEL_REQUEST, processID, secretKey].entries()) request.writeInt32BE(value, at * 4);
  const socket = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  return new Promise((resolve) => {
    socket.on('error', () => resolve(false)).setTimeout(GIVE_UP_MS, () => socket.destroy(new Error('no answer')));
    socket.on('close', () => resolve(true));
    socket.resume().end(request);
  });
}
