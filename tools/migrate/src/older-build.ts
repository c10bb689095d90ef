import { readFileSync } from 'node:fs';
import pg from 'pg';

const MANIFEST = new URL('../../../package.json', import.meta.url);

/** The oldest build that is at work on a database and older than this one: contracts wait for its end (ADR 63). */
export async function findOlderBuild(databaseUrl: string): Promise<string | undefined> {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { version: string };
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const known = await client.query<{ knows: boolean }>(
      `SELECT to_regproc('public.oldest_build') IS NOT NULL AS knows`,
    );
    if (!known.rows[0]?.knows) return undefined;
    const { rows } = await client.query<{ build: string }>(
      `SELECT build FROM oldest_build() AS build WHERE string_to_array(build, '.')::int[] < string_to_array($1, '.')::int[]`,
      [version],
    );
    return rows[0]?.build;
  } finally {
    await client.end();
  }
}
