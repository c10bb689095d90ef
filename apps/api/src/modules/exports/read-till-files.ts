import type { AnswerOf, getTillFiles, TillFileEntry, TillGroup } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { type Database, SKIP_WRITER_LIMIT } from '../../db/database.ts';
import { readTillPharmacy } from '../till-sync/index.ts';
import { isLatest, loadRefusal, type NotedFile, readNewestFiles } from './find-till-file.ts';
import { countFileRows } from './read-file-rows.ts';
import { baseIssue, readTillBases, type TillBase } from './till-bases.ts';
import { mustChooseWithdrawn } from './withdrawn-choice.ts';

/** Rules 9.16 to 9.19. */
export function readTillFiles(
  database: Database,
  { apoId, crmCompanyId, pilotAccess }: PharmacyContext,
): Promise<AnswerOf<typeof getTillFiles>> {
  return database.transaction(async (connection) => {
    await connection.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    const { position: present } = await readTillPharmacy(connection, crmCompanyId);
    const bases = await readTillBases(connection, apoId, present);
    const counts = await countFileRows(connection, { apoId, position: present, bases }, PRODUCT_GROUPS);
    const choose = await mustChooseWithdrawn(connection, { apoId, pilotAccess });
    const files: TillFileEntry[] = [];
    for (const file of await readNewestFiles(connection, apoId)) {
      const refusal = await loadRefusal(connection, file, { present, bases });
      files.push(entryOf(file, { latest: isLatest(file, bases), refusal }));
    }
    const groups = PRODUCT_GROUPS.map((productGroup) => {
      const base = bases.get(productGroup);
      const issue = baseIssue(base);
      const { changed, gone } = counts.get(productGroup) ?? { changed: 0, gone: 0 };
      return { productGroup, since: sinceOf(base), issue, changed: issue === null ? changed : null, gone };
    });
    return { files, groups, choose };
  }, SKIP_WRITER_LIMIT);
}

function sinceOf(base: TillBase | undefined): TillGroup['since'] {
  return base?.issue === null ? { at: base.at.toISOString(), userName: base.userName } : null;
}

function entryOf(file: NotedFile, { latest, refusal }: Pick<TillFileEntry, 'latest' | 'refusal'>): TillFileEntry {
  const { id, createdAt, userName, productGroups, contents, profile, extension, rows, withdrawn, digest, kept } = file;
  const { companion, loadedAt, loadedBy, reportedCount: count, reportedAt, reportedBy } = file;
  return {
    id: Number(id),
    createdAt: createdAt.toISOString(),
    userName,
    productGroups,
    contents,
    profile,
    extension,
    rows,
    withdrawn,
    digest,
    kept,
    companion,
    loaded: loadedAt && loadedBy !== null ? { at: loadedAt.toISOString(), userName: loadedBy } : null,
    reported:
      count !== null && reportedAt && reportedBy !== null
        ? { at: reportedAt.toISOString(), userName: reportedBy, count, expected: file.expected }
        : null,
    latest,
    refusal,
  };
}
