import type { AnswerOf, getTillCheck, TillCheckRow } from '@portal/contracts';
import { type Access, describeInventoryDoubt, isTillDeviation, PRODUCT_GROUPS } from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import { type Database, type Queryable, READ_SNAPSHOT } from '../../db/database.ts';
import { textArray } from '../../db/plain-array.ts';
import { ask, statement } from '../../db/statement.ts';
import { createTurns } from '../../http/turns.ts';
import { readBlockedPzns, readListState } from '../price-lists/index.ts';
import {
  explainArticles,
  readAllDoubted,
  readComparison,
  readComparisons,
  readEqualArticles,
} from '../till-inventory/index.ts';
import { readTillProfile } from '../till-profile/index.ts';

type Answer = AnswerOf<typeof getTillCheck>;

/** Rules 9.30 to 9.35. */
export function readTillCheck(
  database: Database,
  pharmacy: PharmacyContext,
  { rows, till: account, access }: { rows: 'deviations' | 'equal'; till: string | undefined; access: Access },
): Promise<Answer> {
  const mirror = pharmacy.parentApoId !== null;
  return database.transaction(async (connection) => {
    const doubted = (await readAllDoubted(connection, pharmacy.apoId)).map(({ takenAt, doubts, ...till }) => ({
      ...till,
      takenAt: takenAt.toISOString(),
      doubts: doubts.map(describeInventoryDoubt),
    }));
    const comparison = await readComparison(connection, pharmacy, account);
    if (!comparison) return { check: null, tills: [], mirror, rows: [], doubted, leftOut: [] };
    const tills = (await ask(connection, TILLS, [pharmacy.apoId])).map((till) => ({
      ...till,
      takenAt: till.takenAt.toISOString(),
    }));
    const { takenAt, source, fileName, userName } = comparison.inventory;
    const { counts, notCompared } = comparison;
    const check = { takenAt: takenAt.toISOString(), source, fileName, userName, counts, notCompared: [...notCompared] };
    const about = { check, tills, mirror, doubted };
    if (rows === 'equal') {
      const equal = await readEqualArticles(connection, pharmacy.listApoId, comparison.held);
      return {
        ...about,
        leftOut: [],
        rows: equal.map(({ since, ...row }) => ({
          ...row,
          ...NOTHING_TO_SAY,
          since: since.toISOString(),
          approved: row.till,
        })),
      };
    }
    const articles = await explainArticles(connection, pharmacy.apoId, comparison);
    const named = await readNames(
      connection,
      articles.map(({ pzn }) => pzn),
    );
    const { blocked, locked } = await readBlocks(connection, pharmacy, access);
    const answered: TillCheckRow[] = [];
    const turns = createTurns();
    for (const { pzn, productGroup, verdict, till, approved, since, why, refusal, excluded, period } of articles) {
      const { name = '', content = null } = named.get(pzn) ?? {};
      const { reason = null, transfer = null } = why ?? {};
      const isBlocked = blocked.has(pzn);
      answered.push({
        pzn,
        name,
        content,
        productGroup,
        verdict,
        inTill: till !== undefined,
        till: till ?? null,
        approved,
        since: since?.toISOString() ?? null,
        reason,
        refusal,
        transfer: transfer && {
          via: transfer.via,
          at: new Date(transfer.at).toISOString(),
          contents: transfer.contents,
        },
        stays: locked.has(productGroup)
          ? 'locked'
          : isBlocked
            ? 'blocked'
            : excluded
              ? 'excluded'
              : period
                ? 'period'
                : null,
      });
      await turns.give();
    }
    return { ...about, rows: answered, leftOut: await readLeftOut(connection, pharmacy) };
  }, READ_SNAPSHOT);
}

/** Of all tills, as the correction file is. Rule 9.34. */
async function readLeftOut(db: Queryable, pharmacy: PharmacyContext): Promise<string[]> {
  const { profile } = await readTillProfile(db, pharmacy.apoId);
  if (profile.withdrawn !== 'omit') return [];
  const withdrawn = (await readComparisons(db, pharmacy)).flatMap(({ articles }) =>
    articles.filter(({ verdict, approved }) => isTillDeviation(verdict) && approved === null),
  );
  return [...new Set(withdrawn.map(({ pzn }) => pzn))].sort();
}

const TILLS = statement(
  { account: 'text', name: 'text?', takenAt: 'time' },
  `SELECT account, t.name, s.taken_at AS "takenAt" FROM till_stock s LEFT JOIN till t USING (apo_id, account)
    WHERE s.apo_id = $1 ORDER BY s.taken_at DESC, account`,
);

const NOTHING_TO_SAY = {
  verdict: 'equal',
  inTill: true,
  reason: null,
  refusal: null,
  transfer: null,
  stays: null,
} as const;

const NAMES = statement(
  { pzn: 'text', name: 'text', content: 'text?' },
  'SELECT pzn, name, content FROM product WHERE pzn = ANY($1::text[])',
);

async function readNames(db: Queryable, pzns: readonly string[]) {
  return new Map((await ask(db, NAMES, [textArray(pzns)])).map((row) => [row.pzn, row]));
}

/** What an open package keeps from being edited on the lists. */
async function readBlocks(db: Queryable, pharmacy: PharmacyContext, access: Access) {
  const blocked = new Set<string>();
  const locked = new Set<string>();
  for (const group of PRODUCT_GROUPS) {
    const state = await readListState(db, pharmacy, group, access);
    if (state.blockEdit) locked.add(group);
    for (const pzn of await readBlockedPzns(db, pharmacy.listApoId, state.blocking)) blocked.add(pzn);
  }
  return { blocked, locked };
}
