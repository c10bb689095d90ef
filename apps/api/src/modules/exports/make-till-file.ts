import type { TillContents, TillFile } from '@portal/contracts';
import {
  encodeTillText,
  isTillDeviation,
  PRODUCT_GROUPS,
  type ProductGroup,
  tillCompanion,
  type TillFileRow,
  withWithdrawn,
} from '@portal/rules';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Clock } from '../../clock.ts';
import { type Database, READ_SNAPSHOT } from '../../db/database.ts';
import { wrongState } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { readComparisons } from '../till-inventory/index.ts';
import { type PharmacyTillProfile, readTillProfile, tillFileText } from '../till-profile/index.ts';
import { readTillPosition } from '../till-position/index.ts';
import type { Position } from '../till-sync/index.ts';
import { readCorrectionRows, readFileRows } from './read-file-rows.ts';
import { recordTillFile } from './record-till-file.ts';
import { baseIssue, basesOf, type TillBases, versionsSince } from './till-bases.ts';
import { TILL_FILE_TEXT } from './till-file-texts.ts';

type Wish = {
  readonly productGroups: readonly ProductGroup[];
  readonly contents: Exclude<TillContents, 'corrections'>;
  /** Without withdrawn articles, whatever the profile says (rule 9.44). */
  readonly omits: boolean;
  readonly actor: Actor;
};

/**
 * Rules 9.1, 9.2, 9.16 and 9.17: approved prices of one moment; a mirror gets its main pharmacy's.
 * @throws PortalError 409 for changes without a base
 */
export async function makeTillFile(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, crmCompanyId }: PharmacyContext,
  wish: Wish,
): Promise<TillFile> {
  const productGroups = PRODUCT_GROUPS.filter((group) => wish.productGroups.includes(group));
  const { position, bases, rows, name, profile } = await database.transaction(async (connection) => {
    const till = await readTillPosition(connection, { apoId, crmCompanyId });
    const [position, bases] = [till.present, basesOf(till)];
    if (wish.contents === 'changes') requireBases(bases, productGroups);
    const rows = await readFileRows(connection, { apoId, position, bases }, { ...wish, productGroups });
    return { position, bases, rows, ...(await readTillProfile(connection, apoId)) };
  }, READ_SNAPSHOT);
  const told = wish.contents === 'list' ? rows.filter(({ type }) => type !== null) : rows;
  const isWhole = told.length === rows.length;
  const contents = wish.contents === 'list' && isWhole ? 'all' : wish.contents;
  const omitted = wish.omits ? withdrawnOf(told) : [];
  const file = await writeAndRecord({ database, clock }, told, {
    apoId,
    actor: wish.actor,
    productGroups,
    contents,
    position,
    since: contents === 'changes' ? sinceOf(position, bases, productGroups) : null,
    name,
    profile: wish.omits ? withWithdrawn(profile, 'omit', '') : profile,
    corrected: null,
    leftOut: wish.omits ? omitted : null,
  });
  return omitted.length === 0 ? file : { ...file, omitted };
}

function withdrawnOf(rows: readonly TillFileRow[]): string[] {
  return rows.filter(({ price }) => price === null).map(({ pzn }) => pzn);
}

/**
 * Only what an inventory of a till has otherwise, at the prices of now. Rule 9.34.
 * @throws PortalError 409 where nothing differs
 */
export async function makeCorrectionFile(
  { database, clock }: { database: Database; clock: Clock },
  { apoId, crmCompanyId, listApoId }: PharmacyContext,
  wish: { readonly productGroups: readonly ProductGroup[]; readonly actor: Actor },
): Promise<TillFile> {
  const { rows, position, ...profile } = await database.transaction(async (connection) => {
    const comparisons = await readComparisons(connection, { apoId, crmCompanyId });
    const [newest] = comparisons;
    if (!newest) throw wrongState(TILL_FILE_TEXT.noInventory);
    const { position } = newest;
    const all = comparisons.flatMap(({ articles }) => articles.filter(({ verdict }) => isTillDeviation(verdict)));
    const deviating = [...new Map(all.map((article) => [article.pzn, article])).values()]
      .filter(({ productGroup }) => wish.productGroups.includes(productGroup))
      .sort((a, b) => (a.pzn < b.pzn ? -1 : 1));
    if (deviating.length === 0) throw wrongState(TILL_FILE_TEXT.nothingDiffers);
    const rows = await readCorrectionRows(connection, listApoId, deviating);
    return { rows, position, ...(await readTillProfile(connection, apoId)) };
  }, READ_SNAPSHOT);
  const omits = profile.profile.withdrawn === 'omit';
  const told = omits ? rows.filter(({ price }) => price !== null) : rows;
  const omitted = omits ? withdrawnOf(rows) : [];
  if (told.length === 0) throw wrongState(TILL_FILE_TEXT.onlyOmitted(omitted));
  const file = await writeAndRecord({ database, clock }, told, {
    apoId,
    actor: wish.actor,
    productGroups: PRODUCT_GROUPS.filter((group) => told.some(({ productGroup }) => productGroup === group)),
    contents: 'corrections',
    position,
    since: null,
    ...profile,
    corrected: told.map(({ pzn }) => pzn),
    leftOut: omitted,
  });
  return omitted.length === 0 ? file : { ...file, omitted };
}

async function writeAndRecord(
  { database, clock }: { database: Database; clock: Clock },
  rows: readonly TillFileRow[],
  {
    name,
    profile,
    ...file
  }: Pick<
    Parameters<typeof recordTillFile>[1],
    'apoId' | 'actor' | 'productGroups' | 'contents' | 'position' | 'since' | 'corrected' | 'leftOut'
  > &
    Pick<PharmacyTillProfile, 'name' | 'profile'>,
): Promise<TillFile> {
  const { encoding, extension } = profile;
  const data = await tillFileText(profile, rows);
  const companion = tillCompanion(profile, rows);
  const omits = profile.withdrawn === 'omit';
  const withdrawn = rows.filter(({ price }) => price === null).length;
  await recordTillFile(database, {
    ...file,
    at: clock.now(),
    profile: name,
    extension,
    omits,
    rows: omits ? rows.length - withdrawn : rows.length,
    withdrawn: omits ? 0 : withdrawn,
    content: encodeTillText(data, encoding),
    companion,
    declared: profile.totals ? rows.length - withdrawn : null,
  });
  return {
    status: 'OK',
    data,
    extension,
    ...(encoding.startsWith('utf-8') ? {} : { encoding }),
    ...(companion === null ? {} : { companion }),
  };
}

/** @throws PortalError 409 */
function requireBases(bases: TillBases, productGroups: readonly ProductGroup[]): void {
  const issues = productGroups.map((group) => baseIssue(bases, group));
  if (issues.includes('omitted')) throw wrongState(TILL_FILE_TEXT.omittedBase);
  if (issues.includes('outdated')) throw wrongState(TILL_FILE_TEXT.outdatedBase);
  if (issues.includes('never')) throw wrongState(TILL_FILE_TEXT.noBase);
}

function sinceOf(position: Position, bases: TillBases, productGroups: readonly ProductGroup[]): Position {
  const since = versionsSince(bases);
  const versions = { ...position.versions };
  for (const group of productGroups) versions[group] = since[group];
  return { ...position, versions };
}
