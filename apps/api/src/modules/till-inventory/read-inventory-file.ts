import { isUtf8 } from 'node:buffer';
import { type BodyOf, REASON, type sendTillInventory, TILL_TELLS } from '@portal/contracts';
import { decodeTillText, type HeldPrice, readTillFile, type TillProfile, type SortedPrices } from '@portal/rules';
import { excerpt, IssueList } from '../../files/issues.ts';
import { PortalError } from '../../http/errors.ts';
import { createTurns } from '../../http/turns.ts';
import { INVENTORY_TEXT } from './inventory-texts.ts';

/** Three a held article, as in tables, and more for blank ones. */
const MOST_LINES = 3 * TILL_TELLS.held + 1_000;
const LF = 0x0a;
const CR = 0x0d;

/**
 * A till's own export, in its profile.
 * @throws PortalError 422 with the lines
 */
export async function readInventoryFile(profile: TillProfile, bytes: Uint8Array): Promise<SortedPrices> {
  const rows = new InventoryRows();
  const turns = createTurns();
  const headings = new Map(profile.columns.map(({ field, heading }) => [field, heading]));
  if (profile.encoding.startsWith('utf-8') && !isUtf8(bytes)) throw refused(INVENTORY_TEXT.encoding);
  if (countLineEnds(bytes) > MOST_LINES) throw refused(INVENTORY_TEXT.tooManyLines);
  for (const read of readTillFile(profile, decodeTillText(bytes, profile.encoding))) {
    if ('row' in read) rows.add(read.line, read.row, headings.get('pzn') ?? 'PZN');
    else {
      const { line, field, value, issue } = read;
      const column = field && (headings.get(field) ?? null);
      rows.issues.add({ line, column, value: excerpt(value), message: INVENTORY_TEXT.issue[issue] });
    }
    await turns.give();
  }
  return rows.result();
}

/** Before any is read: 20 MB of them take seconds. Rule 13.15. */
function countLineEnds(bytes: Uint8Array): number {
  let count = 0;
  let previous = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number;
    if (byte === CR || (byte === LF && previous !== CR)) count++;
    previous = byte;
  }
  return count;
}

/** @throws PortalError 422 with the places in `prices`, from 1 */
export async function readInventoryRows(prices: BodyOf<typeof sendTillInventory>['prices']): Promise<SortedPrices> {
  const rows = new InventoryRows();
  const turns = createTurns();
  for (const [at, { pzn, price }] of prices.entries()) {
    if (pzn === '00000000') {
      rows.issues.add({ line: at + 1, column: 'pzn', value: pzn, message: INVENTORY_TEXT.issue.pzn });
    } else rows.add(at + 1, { pzn, cents: price === null ? null : Math.round(price * 100) }, 'pzn');
    await turns.give();
  }
  return rows.result();
}

class InventoryRows {
  readonly issues = new IssueList();
  readonly #lines = new Map<number, number>();
  readonly #prices = new Map<number, number | null>();

  add(line: number, { pzn, cents }: HeldPrice, column: string): void {
    const number = Number(pzn);
    const known = this.#lines.get(number);
    if (known !== undefined) this.issues.add({ line, column, value: pzn, message: INVENTORY_TEXT.repeated(known) });
    else if (this.#lines.size >= TILL_TELLS.held) throw refused(INVENTORY_TEXT.tooMany);
    else {
      this.#lines.set(number, line);
      this.#prices.set(number, cents);
    }
  }

  result(): SortedPrices {
    const { named, total } = this.issues;
    const [first] = named;
    if (first) {
      const message = first.line === null ? first.message : INVENTORY_TEXT.inLine(first.line, first.message);
      throw refused(message, { errors: named, total });
    }
    if (this.#prices.size === 0) throw refused(INVENTORY_TEXT.empty);
    // Numbers sort twenty times as fast as rows.
    const pzns = Array.from(Int32Array.from(this.#prices.keys()).sort());
    return { pzns, cents: pzns.map((pzn) => this.#prices.get(pzn) ?? null) };
  }
}

function refused(message: string, details?: { errors: IssueList['named']; total: number }): PortalError {
  return new PortalError(422, REASON.invalid, message, details);
}
