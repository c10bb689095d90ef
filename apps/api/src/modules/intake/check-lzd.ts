import type { LzdCheck } from '@portal/contracts';
import { parseLzdFileName } from '@portal/rules';
import type pg from 'pg';
import { type Queryable, SKIP_WRITER_LIMIT } from '../../db/database.ts';
import { ask, statement } from '../../db/statement.ts';
import { fileRefused, mirrorReadOnly, PortalError } from '../../http/errors.ts';
import { checkArrival } from './check-arrival.ts';
import { fileHash, findEarlier } from './find-delivery.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import { keepOwnRows, readFile, readLeaving } from './stage-file.ts';
import { stagePackage } from './stage-package.ts';
import type { IntakeDeps } from './intake-types.ts';
import { type LzdFile, validateLzdName } from './upload-lzd.ts';
import { requireUploadWindow } from './upload-window.ts';

type Checked = Omit<LzdCheck, 'status'>;

/**
 * Rule 6.26; a temporary table, no locks.
 * @throws PortalError as `uploadLzd`; 404, 403 for a mirror
 */
export async function checkLzd(deps: IntakeDeps, file: LzdFile): Promise<Checked> {
  const { database } = deps;
  // Rule 1.6.
  const pharmacy = await findByName(database.pool, file.name);
  requireUploadWindow(deps.clock);
  if (!pharmacy) throw fileRefused(422, INTAKE_TEXT.badName(file.name));
  const group = await validateLzdName(database, { pharmacy, file });
  const delivery = { kind: 'LZD' as const, apoId: pharmacy.apoId, group, file };
  const earlier = await findEarlier(database.pool, delivery, await fileHash(file));
  const { staged, read } = await readFile(delivery);
  const found = await database.transaction(async (connection) => {
    await stagePackage(connection, read);
    const { foreign, ...ownRows } = await keepOwnRows(connection, delivery, staged);
    // Not stored, and thus without a number.
    const leaving = await readLeaving(connection, { ...delivery, id: 0, status: 0, parts: 0 }, { staged: true });
    const { doubts, certificate } = await checkArrival(
      connection,
      delivery,
      staged,
      foreign,
      deps.config.deliveries.limits,
    );
    return { ...ownRows, leaving, doubts, certificate, replaces: await findOpenLzd(connection, delivery) };
  }, SKIP_WRITER_LIMIT);
  const { parentApoId: _main, ...shownPharmacy } = pharmacy;
  return {
    ...found,
    pharmacy: shownPharmacy,
    productGroup: group,
    leftOutTotal: found.leftOut.length,
    notes: [...found.notes],
    firstCalculation: found.leaving.listCount === 0,
    message: earlier && INTAKE_TEXT.wasHere(earlier.id, earlier.text),
  };
}

type Named = LzdCheck['pharmacy'] & { parentApoId: number | null };

const PHARMACY_BY_APO_ID = statement<Named>(
  { apoId: 'int', crmCompanyId: 'int', token: 'text', name: 'text', city: 'text', parentApoId: 'int?' },
  `SELECT apo_id AS "apoId", crm_company_id AS "crmCompanyId", token, name, city, parent_apo_id AS "parentApoId"
     FROM pharmacy WHERE apo_id::text = $1`,
);

/** @returns undefined for a name that holds no ApoID */
async function findByName(db: Queryable, fileName: string): Promise<Named | undefined> {
  const said = parseLzdFileName(fileName);
  if (!said) return undefined;
  const [pharmacy] = await ask(db, PHARMACY_BY_APO_ID, [said.apoId]);
  if (!pharmacy) throw new PortalError(404, 'not_found', INTAKE_TEXT.unknownPharmacy);
  if (pharmacy.parentApoId !== null) throw mirrorReadOnly();
  return pharmacy;
}

const OPEN_LZD = statement(
  { id: 'int' },
  `SELECT id FROM price_update WHERE apo_id = $1 AND product_group = $2 AND kind = 'LZD' AND status = 0`,
);

async function findOpenLzd(db: pg.PoolClient, { apoId, group }: { apoId: number; group: string }) {
  return (await ask(db, OPEN_LZD, [apoId, group]))[0]?.id ?? null;
}
