import { EventEmitter } from 'node:events';
import { Socket } from 'node:net';
import pg from 'pg';
import { cancelQuery } from './cancel-query.ts';
import { findPrimary, NoPrimary } from './servers.ts';
import { askOne, statement } from './statement.ts';

type Connected = (error: Error | null) => void;

/** The server process of a connection, and whether it refuses writes. */
const WHO_ANSWERS = statement(
  { backend: 'int', readOnly: 'bool' },
  `SELECT pg_backend_pid() AS backend,
          pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "readOnly"`,
);

/** A bug of the sender. */
class QueryAtOnceError extends Error {
  override name = 'QueryAtOnceError';
  constructor() {
    super('a query was sent while another is still running on this connection');
  }
}

/** It refuses a query while another is unanswered, as pg 9 will. */
export type PrimaryClient = pg.PoolClient & {
  /** Address of the server it leads to. */
  readonly server: string;
  /** Process id of the server's end. */
  readonly backend: number;
  /** True while a query or a stream is unanswered. */
  readonly isBusy: boolean;
  /** Nothing is unanswered, nor a stream that has failed. */
  readonly isCalm: boolean;
  /** Grows with each query and each byte, in either direction. */
  readonly movement: number;
  /** Nobody waits for its work any more. */
  readonly isGivenUp: boolean;
  /** Cancels what it does; it takes no further query. */
  giveUp(reason: Error): void;
  /** Rolls back what was given up. @returns whether it serves the next one */
  takeBack(): Promise<boolean>;
};

/** Pending answers fail; the pool discards it. */
export function cutOff(client: pg.Client, reason: string): void {
  client.connection.stream.destroy(Object.assign(new Error(reason), { code: 'ETIMEDOUT' }));
}

export type Choice = {
  /** One address each, alike but for host and port. */
  readonly urls: readonly string[];
  /** Cached until it turns out to be another one. */
  choose(): Promise<string>;
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

/** Connects to the writable server; refused while it is read-only. */
export function primaryClientOf(servers: Choice): new () => pg.Client {
  return class extends pg.Client {
    server = '';
    backend = 0;
    #unanswered = 0;
    #queries = 0;
    /** Why no answer can be relied on any more. */
    #doubt: NoPrimary | undefined;
    #givenUp: Error | undefined;
    #cancelled: Promise<boolean> | undefined;
    /** Unanswered streams, also those that have failed. */
    #streams = 0;

    constructor(config?: pg.ClientConfig) {
      super(config);
      // What breaks a connection fails its queries too; without a listener it would end the process.
      this.on('error', () => undefined);
      // The wait for the replica was ended: an acknowledged COMMIT may be lost.
      this.on('notice', ({ routine }) => {
        if (routine !== 'SyncRepWaitForLSN') return;
        this.#doubt = new NoPrimary('a commit is not known to be on the replica', '08006');
        this.connection.stream.destroy(this.#doubt);
      });
    }

    get isBusy(): boolean {
      return this.#unanswered > 0;
    }

    get isCalm(): boolean {
      return !this.isBusy && this.#streams === 0;
    }

    get isGivenUp(): boolean {
      return this.#givenUp !== undefined;
    }

    giveUp(reason: Error): void {
      this.#givenUp = reason;
      if (this.isBusy) this.#cancelled = cancelQuery(this);
    }

    async takeBack(): Promise<boolean> {
      if (!this.isCalm || (await this.#cancelled) === false) return false;
      this.#unanswered += 1;
      try {
        await super.query('ROLLBACK');
      } catch {
        return false;
      } finally {
        this.#unanswered -= 1;
      }
      this.#givenUp = undefined;
      this.#cancelled = undefined;
      return true;
    }

    get movement(): number {
      const { stream } = this.connection;
      return this.#queries + (stream instanceof Socket ? stream.bytesRead + stream.bytesWritten : 0);
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: Connected): void;
    override connect(tell?: Connected): Promise<pg.Client> | undefined {
      const connecting = this.#connect();
      if (!tell) return connecting;
      connecting.then(() => tell(null), tell);
      return undefined;
    }

    async #connect(): Promise<pg.Client> {
      try {
        this.server = await servers.choose();
        if (servers.urls.length > 1) {
          const { hostname, port } = new URL(this.server);
          this.host = hostname.replace(/^\[|\]$/g, '');
          this.port = Number(port) || 5432;
        }
        await super.connect();
        const { backend, readOnly } = await askOne(this, WHO_ANSWERS);
        this.backend = backend;
        if (readOnly) throw new NoPrimary('the database server is read-only');
        return this;
      } catch (error) {
        servers.set(undefined);
        this.end().catch(() => undefined);
        throw error;
      }
    }

    override query(...args: never[]): never {
      const query = super.query.bind(this) as (...all: unknown[]) => unknown;
      const tell: unknown = args.at(-1);
      const tells = typeof tell === 'function';
      if (this.#givenUp || this.isBusy) {
        const error = this.#givenUp ?? new QueryAtOnceError();
        return (tells ? process.nextTick(() => tell(error)) : this.#refuse(args, error)) as never;
      }
      this.#unanswered += 1;
      this.#queries += 1;
      if (tells) {
        const told = (error: unknown, result: unknown) => {
          const failure = this.#settle(error);
          tell(failure, failure ? undefined : result);
        };
        return query(...args.slice(0, -1), told) as never;
      }
      const answer = query(...args);
      if (!(answer instanceof Promise)) return this.#watch(answer as object) as never;
      const settled = (error?: unknown) => {
        const failure = this.#settle(error);
        if (failure) throw failure;
      };
      return answer.then((result: unknown) => {
        settled();
        return result;
      }, settled) as never;
    }

    #refuse([first]: readonly unknown[], error: Error): Promise<never> {
      if (typeof (first as Partial<pg.Submittable>).submit === 'function') throw error;
      return Promise.reject(error);
    }

    /** Lets the next connection look for the primary where this server is a replica now. */
    #settle(error: unknown): unknown {
      this.#unanswered -= 1;
      if ((error as { code?: unknown } | null)?.code === '25006') {
        servers.set(undefined);
        setImmediate(() => cutOff(this, 'the database server has become read-only'));
      }
      return this.#doubt ?? error;
    }

    /** Answered when the connection is free again, or has failed. */
    #watch(submitted: object): object {
      const stream = submitted instanceof EventEmitter ? submitted : undefined;
      this.#streams += 1;
      const answered = () => {
        this.off('drain', answered);
        stream?.off('error', answered);
        this.#unanswered -= 1;
      };
      this.once('drain', () => {
        this.#streams -= 1;
      });
      this.on('drain', answered);
      stream?.on('error', answered);
      return submitted;
    }
  };
}
