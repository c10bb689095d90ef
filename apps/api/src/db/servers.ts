import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { askOne, statement, type RowOf } from './statement.ts';

/** Milliseconds to connect and answer. */
const CONNECT_TIMEOUT_MS = 5_000;
/** Milliseconds, once a writable server answered. */
const OTHERS_MS = 1_000;

/** A promoted replica has a higher timeline than its former primary. */
const WHAT_ARE_YOU = statement(
  { readOnly: 'bool', timeline: 'int', atWork: 'int[]' },
  `SELECT pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean AS "readOnly",
          CASE WHEN pg_is_in_recovery() THEN 0
               ELSE ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int END AS timeline,
          ARRAY(SELECT pid FROM pg_stat_activity WHERE pid = ANY ($1::int[]) AND state = 'active') AS "atWork"`,
);
type Answer = RowOf<typeof WHAT_ARE_YOU>;

/** The server that may be written to. */
export type Primary = {
  readonly url: string;
  readonly atWork: ReadonlySet<number>;
};

/** `…@a:5432,b:5432/portal`. */
export function serverUrls(url: string): string[] {
  const [, before = '', servers = '', after = ''] = /^(\w+:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s.exec(url) ?? [];
  return servers.split(',').map((server) => before + server + after);
}

/** A single URL is used as given; it may be a read replica. */
export async function primaryUrl(url: string): Promise<string> {
  const urls = serverUrls(url);
  return urls.length === 1 ? url : (await findPrimary(urls)).url;
}

/** Temporary. */
export class NoPrimary extends Error {
  override name = 'NoPrimary';
  /** SQLSTATE of a read-only transaction, or what the servers said */
  readonly code: string;
  constructor(message: string, code = '25006') {
    super(message);
    this.code = code;
  }
}

/**
 * Of two writable servers the one promoted last.
 * @throws NoPrimary
 */
export async function findPrimary(urls: readonly string[], backends: readonly number[] = []): Promise<Primary> {
  const answers: (Answer | undefined)[] = urls.map(() => undefined);
  const errors: { code?: string }[] = [];
  const attempts = urls.map(async (url, index) => {
    try {
      answers[index] = await askServer(url, backends);
    } catch (error) {
      errors.push(error as { code?: string });
    }
  });
  const all = Promise.all(attempts);
  const one = Promise.any(
    attempts.map(async (asking, index) => {
      await asking;
      if (answers[index]?.readOnly !== false) throw new NoPrimary('read-only');
    }),
  );
  await Promise.race([
    all,
    one.then(
      () => pause(OTHERS_MS),
      () => all,
    ),
  ]);
  let best: number | undefined;
  for (const [index, answer] of answers.entries()) {
    if (!answer || answer.readOnly) continue;
    if (best === undefined || answer.timeline > (answers[best]?.timeline ?? 0)) best = index;
  }
  if (best !== undefined) return { url: urls[best] as string, atWork: new Set(answers[best]?.atWork) };
  throw (
    errors.find(isRefusal) ??
    new NoPrimary(`none of ${urls.length} database servers may be written to`, errors[0]?.code)
  );
}

/** The server is there. */
export function isRefusal(error: unknown): boolean {
  return /^(53|28)/.test(String((error as { code?: unknown }).code));
}

async function askServer(url: string, backends: readonly number[]): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: CONNECT_TIMEOUT_MS,
    application_name: 'preisportal-watch',
  });
  // Without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await askOne(client, WHAT_ARE_YOU, [backends]);
  } finally {
    // Not awaited: a server that is frozen never says goodbye.
    client.end().catch(() => undefined);
  }
}
