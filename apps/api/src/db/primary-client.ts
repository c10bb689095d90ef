import type { Socket } from 'node:net';
import pg from 'pg';
import { findPrimary, NoPrimary } from './servers.ts';

type Connected = (error: Error | null) => void;

/** Parts of pg's client that its types leave out; test/db/servers.test.ts fails should they go. */
export type ClientInside = {
  readonly processID: number;
  _getActiveQuery(): object | null | undefined;
  readonly connection: pg.Connection & { readonly stream: Socket };
};
export const inside = (client: pg.ClientBase): ClientInside => client as unknown as ClientInside;

/** What a server says of itself at the start of a connection, without being asked. */
const READ_ONLY = new Set(['in_hot_standby', 'default_transaction_read_only']);

/** A connection of the pool: which server it leads to. */
export type PrimaryClient = pg.PoolClient & { readonly server: string };

/** Breaks a connection off: what waits for its answer fails, and the pool never gives it out again. */
export function cutOff(client: pg.ClientBase, reason: string): void {
  inside(client).connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
}

/** Which of the servers connections are made to, as far as that is known. */
export type Choice = {
  /** One address each, alike but for host and port. */
  readonly urls: readonly string[];
  /** The one that may be written to: asked for once, until it turns out to be another one. One server alone is not asked. */
  choose(): Promise<string>;
  /** What has been found out; undefined when it is not known any more. */
  set(url: string | undefined): void;
};

export function choiceOf(urls: readonly string[]): Choice {
  let chosen: Promise<string> | undefined;
  return {
    urls,
    choose() {
      chosen ??= urls.length === 1 ? Promise.resolve(urls[0] as string) : findPrimary(urls).then(({ url }) => url);
      return chosen;
    },
    set(url) {
      chosen = url === undefined ? undefined : Promise.resolve(url);
    },
  };
}

/**
 * The class of a pool's connections: each leads to the server that may be written to, and is refused while that one is read-only.
 */
export function primaryClientOf(servers: Choice): new () => pg.Client {
  return class extends pg.Client {
    server = '';

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(tell?: Connected): Promise<pg.Client> | undefined {
      if (!tell) {
        return new Promise((resolve, reject) => this.connect((error) => (error ? reject(error) : resolve(this))));
      }
      const failed = (error: Error) => {
        servers.set(undefined);
        tell(error);
      };
      servers
        .choose()
        .then((server) => this.#connectTo(server, (error) => (error ? failed(error) : tell(null))), failed);
      return undefined;
    }

    #connectTo(server: string, tell: Connected): void {
      this.server = server;
      if (servers.urls.length > 1) {
        const { hostname, port } = new URL(server);
        Object.assign(this, { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || 5432 });
      }
      const { connection } = inside(this);
      const readOnly = new Set<string>();
      connection.on('parameterStatus', ({ parameterName, parameterValue }: Record<string, string>) => {
        if (parameterName && READ_ONLY.has(parameterName) && parameterValue === 'on') readOnly.add(parameterName);
      });
      // A server that has become a replica: the next connection looks for the new primary.
      connection.on('errorMessage', ({ code }: { code?: string }) => {
        if (code !== '25006') return;
        servers.set(undefined);
        setImmediate(() => cutOff(this, 'the database server has become read-only'));
      });
      // Somebody has ended the wait for the replica: the COMMIT that is acknowledged next may be lost with this server.
      this.on('notice', ({ routine }: { routine?: string | undefined }) => {
        if (routine === 'SyncRepWaitForLSN') {
          connection.emit('error', new NoPrimary('a commit is not known to be on the replica', '08006'));
        }
      });
      super.connect((error: Error | null) => {
        if (error || readOnly.size === 0) return tell(error);
        void this.end();
        tell(new NoPrimary(`the database server is read-only (${[...readOnly].join(', ')})`));
      });
    }
  };
}
