import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { TillContents } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Database } from '../../db/database.ts';
import { nextVersion } from '../../db/next-version.ts';
import { plainArray } from '../../db/plain-array.ts';
import type { Actor } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { formatCursor, type Position } from '../till-sync/index.ts';
import { command, run } from '../../db/statement.ts';

export const RETAINED_FILES = 20;
const REMEMBERED_FILES = 200;

const zip = promisify(gzip);

type MadeFile = {
  readonly apoId: number;
  readonly at: Date;
  readonly actor: Actor;
  readonly productGroups: readonly ProductGroup[];
  readonly contents: TillContents;
  readonly position: Position;
  /** Where the till stood before a file of changes. */
  readonly since: Position | null;
  readonly profile: string;
  readonly extension: string;
  /** Its profile leaves withdrawn articles out. */
  readonly omits: boolean;
  readonly rows: number;
  readonly withdrawn: number;
  /** PZNs of corrections. */
  readonly corrected: readonly string[] | null;
  /** PZNs that it should have withdrawn (rules 9.34 and 9.44). */
  readonly leftOut: readonly string[] | null;
  readonly content: Uint8Array;
  readonly companion: string | null;
  readonly declared: number | null;
};

/** A double click is recorded once. */
const INSERT_FILE =
  command(`INSERT INTO till_file (apo_id, id, created_at, user_name, actor, product_groups, contents, position, since,
                           profile, extension, row_count, withdrawn_count, digest, content, omits, corrected, companion,
                           declared_count, left_out)
  SELECT $1, $2, $3, $4, $5, $6::text[], $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17::int[], $18, $19, $20::int[]
   WHERE NOT EXISTS (
     SELECT FROM (SELECT * FROM till_file WHERE apo_id = $1 ORDER BY id DESC LIMIT 1) newest
      WHERE actor = $5 AND product_groups = $6::text[] AND contents = $7 AND position = $8 AND digest = $14)`);

/** And all before it. */
const fromNewest = (n: number) =>
  `apo_id = $1 AND id <= (SELECT id FROM till_file WHERE apo_id = $1 ORDER BY id DESC OFFSET ${n} LIMIT 1)`;
const DROP_CONTENTS = command(
  `UPDATE till_file SET content = NULL, companion = NULL WHERE content IS NOT NULL AND ${fromNewest(RETAINED_FILES)}`,
);
const FORGET_OLDEST = command(`DELETE FROM till_file WHERE load_no IS NULL AND ${fromNewest(REMEMBERED_FILES)}`);

/** Rule 9.16. */
export async function recordTillFile(database: Database, file: MadeFile): Promise<void> {
  const digest = createHash('sha256').update(file.content).digest('hex');
  const content = await zip(file.content);
  await database.transaction(async (connection) => {
    // of two at the same time the second sees the first
    await lockPharmacyRows(connection, [file.apoId], 'change');
    await run(connection, INSERT_FILE, [
      file.apoId,
      nextVersion(),
      file.at,
      file.actor.userName,
      file.actor.subject,
      file.productGroups,
      file.contents,
      formatCursor({ to: file.position }),
      file.since && formatCursor({ to: file.since }),
      file.profile,
      file.extension,
      file.rows,
      file.withdrawn,
      digest,
      content,
      file.omits,
      file.corrected && plainArray(file.corrected.map(Number)),
      file.companion,
      file.declared,
      file.leftOut && plainArray(file.leftOut.map(Number)),
    ]);
    await run(connection, DROP_CONTENTS, [file.apoId]);
    await run(connection, FORGET_OLDEST, [file.apoId]);
  });
}
