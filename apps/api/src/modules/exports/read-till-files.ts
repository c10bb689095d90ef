import type { AnswerOf, getTillFiles, TillFileEntry, TillGroup } from '@portal/contracts';
import { PRODUCT_GROUPS } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { type Database, READ_SNAPSHOT } from '../../db/database.ts';
import { pznText } from '../../db/int-arrays.ts';
import { countLacking, readTillPosition } from '../till-position/index.ts';
import { isLatest, loadRefusal, type NotedFile, readNewestFiles } from './find-till-file.ts';
import { countGone } from './read-file-rows.ts';
import { baseIssue, basesOf, type TillBases } from './till-bases.ts';
import { readWithdrawnChoice } from './withdrawn-choice.ts';

/** Rules 9.16 to 9.19. */
export function readTillFiles(
  database: Database,
  { apoId, crmCompanyId, pilotAccess }: PharmacyContext,
): Promise<AnswerOf<typeof getTillFiles>> {
  return database.transaction(async (connection) => {
    const till = await readTillPosition(connection, { apoId, crmCompanyId });
    const [present, bases] = [till.present, basesOf(till)];
    const gone = await countGone(connection, { apoId, position: present, bases });
    const lacking = await countLacking(connection, till, bases, Number.MAX_SAFE_INTEGER - 1);
    const withdrawn = await readWithdrawnChoice(connection, { apoId, pilotAccess });
    const files: TillFileEntry[] = [];
    for (const file of await readNewestFiles(connection, apoId)) {
      const refusal = await loadRefusal(connection, file, { present, bases });
      files.push(entryOf(file, { latest: isLatest(file, bases), refusal }));
    }
    const groups = PRODUCT_GROUPS.map((productGroup) => {
      const issue = baseIssue(bases, productGroup);
      const changed = issue === null ? (lacking?.get(productGroup) ?? 0) : null;
      const since = sinceOf(bases.get(productGroup));
      return { productGroup, since, issue, changed, gone: gone.get(productGroup) ?? 0 };
    });
    return { files, groups, ...withdrawn };
  }, READ_SNAPSHOT);
}

function sinceOf(base: ReturnType<TillBases['get']>): TillGroup['since'] {
  return base?.issue === null ? { at: base.at.toISOString(), userName: base.userName } : null;
}

function entryOf(file: NotedFile, { latest, refusal }: Pick<TillFileEntry, 'latest' | 'refusal'>): TillFileEntry {
  const { id, createdAt, userName, productGroups, contents, profile, extension, rows, withdrawn, digest, kept } = file;
  const { companion, leftOut, loadedAt, loadedBy, reportedCount: count, reportedAt, reportedBy } = file;
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
    leftOut: (leftOut ?? []).map(pznText),
    loaded: loadedAt && loadedBy !== null ? { at: loadedAt.toISOString(), userName: loadedBy } : null,
    reported:
      count !== null && reportedAt && reportedBy !== null
        ? { at: reportedAt.toISOString(), userName: reportedBy, count, expected: file.expected }
        : null,
    latest,
    refusal,
  };
}
