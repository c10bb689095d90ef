import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { portsFrom } from './ports.ts';

/** Below the ports that systems lend to outgoing connections, which come and go while a server starts. */
const RANGE = { from: 20_000, to: 30_000 } as const;
const SINGLE = { from: 10_000, to: 20_000 } as const;
const ATTEMPTS = 200;

/**
 * The port of a portal that can be started beside others: it and those that follow from it were free a moment ago.
 * @param isFree tells whether nothing listens on a port of this machine
 * @throws Error when next to everything is taken
 */
export async function freePortalPort(isFree: (port: number) => Promise<boolean> = canListen): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(RANGE.from / 10, RANGE.to / 10) * 10;
    const free = await Promise.all(Object.values(portsFrom(port)).map(isFree));
    if (free.every(Boolean)) return port;
  }
  throw new Error(`No free ports for a portal from ${RANGE.from} to ${RANGE.to}`);
}

/**
 * The port of one server: it was free a moment ago.
 * @throws Error when next to everything is taken
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const port = randomInt(SINGLE.from, SINGLE.to);
    if (await canListen(port)) return port;
  }
  throw new Error(`No free port from ${SINGLE.from} to ${SINGLE.to}`);
}

/** True when this process can listen on the port, which it gives back at once. */
export function canListen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
