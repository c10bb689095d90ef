import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** Relative to a COMMIT: it has not reached the database, is on its way, or was carried out and nobody knows. */
export type Moment = 'before' | 'during' | 'after';
export const MOMENTS: readonly Moment[] = ['before', 'during', 'after'];

/** PostgreSQL's simple query 'COMMIT' as it stands on the wire. */
const COMMIT = Buffer.from('Q\0\0\0\x0bCOMMIT\0', 'latin1');

/** A way to the database that knows a COMMIT when it passes. */
export type CommitTrap = {
  readonly port: number;
  /**
   * The next COMMIT springs the trap, at the moment given: `kill` ends the process at this end, whose connections then end too. What the
   * database has got by then it carries out.
   * @returns settles when the database has ended those connections
   */
  arm(moment: Moment, kill: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
};

export async function openCommitTrap(databasePort: number): Promise<CommitTrap> {
  const pairs = new Set<{ near: Socket; far: Socket }>();
  let sprung: ((moment: 'sent' | 'answered', pass: () => void) => boolean) | undefined;
  const server = createServer((near) => {
    const far = connect(databasePort, '127.0.0.1');
    const pair = { near, far };
    pairs.add(pair);
    let committing = false;
    near.on('data', (chunk: Buffer) => {
      committing = chunk.includes(COMMIT);
      const pass = () => void far.write(chunk);
      if (!committing || !sprung?.('sent', pass)) pass();
    });
    far.on('data', (chunk: Buffer) => {
      const pass = () => void near.write(chunk);
      if (!committing || !sprung?.('answered', pass)) pass();
    });
    // A killed process says no goodbye; its connection ends in order here, so that what was passed on is not lost.
    near.on('error', () => undefined).on('close', () => far.end());
    far
      .on('error', () => undefined)
      .on('close', () => {
        near.destroy();
        pairs.delete(pair);
      });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async arm(moment, kill) {
      await new Promise<void>((resolve, reject) => {
        const spring = () => {
          sprung = undefined;
          kill().then(() => resolve(), reject);
        };
        sprung = (point, pass) => {
          if (point === 'sent' && moment === 'after') return false;
          if (point === 'answered' && moment !== 'after') return false;
          if (moment === 'during') pass();
          spring();
          return true;
        };
      });
      await Promise.all([...pairs].map(async ({ far }) => far.destroyed || once(far, 'close')));
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
