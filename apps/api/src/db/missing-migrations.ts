import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Queryable } from './database.ts';
import { ask, statement } from './statement.ts';

const FOLDER = fileURLToPath(new URL('../../../../prisma/migrations', import.meta.url));

/** Oldest first; `_contract` ones come later (ADR 63). */
export function knownMigrations(folder = FOLDER): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.endsWith('_contract'))
    .map(({ name }) => name)
    .toSorted();
}

/** A missing table, or a missing right given by an early migration. */
const NOT_THERE = new Set(['42P01', '42501']);

const FINISHED_MIGRATIONS = statement(
  { name: 'text' },
  `SELECT DISTINCT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
);

/** Unknown ones are ignored: of a newer release. */
export async function missingMigrations(db: Queryable, known: readonly string[]): Promise<string[]> {
  try {
    const rows = await ask(db, FINISHED_MIGRATIONS);
    const applied = new Set(rows.map(({ name }) => name));
    return known.filter((name) => !applied.has(name));
  } catch (error) {
    if (NOT_THERE.has(String((error as { code?: unknown }).code))) return [...known];
    throw error;
  }
}
