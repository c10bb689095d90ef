import { type BodyOf, type checkTill, REASON } from '@portal/contracts';
import { isPurchaseHeading } from '@portal/list-view';
import { isoDay } from '@portal/rules';
import type { ChildPool } from '../../child-pool/pool.ts';
import type { Clock } from '../../clock.ts';
import { PortalError } from '../../http/errors.ts';
import type { SlotHolder } from '../../limits/semaphore.ts';
import type { ParsedRow } from './import-rows.ts';
import { IMPORT_TEXT } from './import-texts.ts';
import type { TillExport } from './open-till-export.ts';
import type { ImportSummary } from './read-import.ts';
import { tableReader } from './table-pool.ts';

type Till = { rows: Pick<ParsedRow, 'pzn' | 'ownPrice'>[]; unreadable: string[]; summary: ImportSummary };

/**
 * In a child process. Rule 9.33.
 * @throws PortalError 422, 429, 503
 */
export async function readTillExport(
  { pool, clock }: { pool: ChildPool; clock: Clock },
  { path, choice, profile }: { path: string; choice: BodyOf<typeof checkTill>; profile: TillExport['profile'] },
  caller: { holder: SlotHolder; signal: AbortSignal },
): Promise<Till> {
  if (isPurchaseHeading(choice.pricecolumn))
    throw new PortalError(422, REASON.invalid, IMPORT_TEXT.purchasePrice(choice.pricecolumn));
  const read = tableReader(pool, caller);
  const order = { path, profile, choice: { ...choice, type: 'priceimport' as const }, today: isoDay(clock.now()) };
  const { answer, parts } = await read<ImportSummary & { unreadable: string[] }>({ kind: 'till', ...order });
  const { unreadable, ...summary } = answer;
  const rows = parts.flatMap((part) => JSON.parse(part.toString()) as ParsedRow[]);
  return { rows, unreadable, summary };
}
