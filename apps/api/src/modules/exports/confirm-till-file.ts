import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../db/database.ts';
import { askOne, statement } from '../../db/statement.ts';
import { updateOne } from '../../db/update-one.ts';
import { notFound, wrongState } from '../../http/errors.ts';
import { type Actor, writeHistory } from '../history-writing/index.ts';
import { lockPharmacyRows } from '../price-writing/index.ts';
import { readTillPosition } from '../till-position/index.ts';
import { findTillFile, isLatest, loadRefusal } from './find-till-file.ts';
import { basesOf } from './till-bases.ts';
import { TILL_FILE_TEXT } from './till-file-texts.ts';

const NEXT_LOAD = statement(
  { next: 'int' },
  'SELECT coalesce(max(load_no), 0) + 1 AS next FROM till_file WHERE apo_id = $1',
);

type Word = {
  readonly fileId: number;
  readonly loaded: boolean;
  /** What the till reports; null: it names no number. */
  readonly count: number | null;
  readonly despite: boolean;
  readonly actor: Actor;
};

/**
 * Rules 9.18, 9.42 and 9.43; idempotent. An older file may be confirmed again.
 * @throws PortalError 404, 409; a count that differs is stored all the same
 */
export async function confirmTillFile(
  deps: { database: Database; clock: Clock },
  { apoId, crmCompanyId }: PharmacyContext,
  { fileId, loaded, count, despite, actor }: Word,
): Promise<void> {
  const differing = await deps.database.transaction(async (connection) => {
    await lockPharmacyRows(connection, [apoId], 'change');
    const file = await findTillFile(connection, apoId, fileId);
    if (!file) throw notFound();
    const till = await readTillPosition(connection, { apoId, crmCompanyId });
    const bases = basesOf(till);
    const latest = isLatest(file, bases);
    if (loaded ? latest : file.loadedAt === null) return null;

    const at = deps.clock.now();
    const tell = (event: string) => {
      const [productGroup, ...others] = file.productGroups;
      const about = productGroup !== undefined && others.length === 0 ? { productGroup } : {};
      return writeHistory(connection, { apoId, at, event, actor, hasLog: false, ...about });
    };
    const where = { apoId, id: fileId };
    const { userName, subject } = actor;
    if (!loaded) {
      if (!latest) throw wrongState(TILL_FILE_TEXT.loadedSince);
      const nobody = { loadNo: null, loadedAt: null, loadedBy: null, loadedActor: null };
      await updateOne(connection, 'till_file', where, { ...nobody, ...NOTHING_REPORTED });
      await tell(TILL_FILE_TEXT.takenBack(file.createdAt));
      return null;
    }
    const refusal = await loadRefusal(connection, file, { present: till.present, bases });
    if (refusal !== null) throw wrongState(refusal);
    const reported = count ?? file.reportedCount;
    const differs = reported !== null && reported !== file.expected;
    const isNews = count !== null && count !== file.reportedCount;
    const report = isNews ? { reportedCount: count, reportedAt: at, reportedBy: userName, reportedActor: subject } : {};
    if (differs && !despite) {
      if (isNews) {
        await updateOne(connection, 'till_file', where, report);
        await tell(TILL_FILE_TEXT.differs(file, reported));
      }
      return { file, reported };
    }
    const { next: loadNo } = await askOne(connection, NEXT_LOAD, [apoId]);
    const load = { loadNo, loadedAt: at, loadedBy: userName, loadedActor: subject };
    await updateOne(connection, 'till_file', where, { ...load, ...report });
    await tell(differs ? TILL_FILE_TEXT.loadedDespite(file, reported) : TILL_FILE_TEXT.loaded(file, reported));
    return null;
  });
  if (differing) throw wrongState(TILL_FILE_TEXT.notConfirmed(differing.file, differing.reported));
}

const NOTHING_REPORTED = { reportedCount: null, reportedAt: null, reportedBy: null, reportedActor: null };
