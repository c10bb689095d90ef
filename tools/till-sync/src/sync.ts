import { EXIT, Failure } from './failures.ts';
import type { Log } from './log.ts';
import { connectPortal } from './portal.ts';
import { formatPriceFile, parsePriceFile, type Prices, readIfThere, replaceFile } from './price-file.ts';
import type { Settings } from './settings.ts';
import { readCursor, writeState } from './state.ts';

/**
 * One run: load what changed since the last one, write the price file, remember the cursor, acknowledge, in this order. A run
 * that breaks off anywhere leaves files that belong together, and the next one makes up for it.
 */
export async function sync(settings: Settings, log: Log): Promise<void> {
  const portal = connectPortal(settings, log);
  const before = await readIfThere(settings.file);
  const prices: Prices = (before === undefined ? undefined : parsePriceFile(before)) ?? new Map();
  let cursor = before === undefined ? undefined : await readCursor(settings, before);
  let changed = new Set<string>();

  for (let more = true; more; ) {
    const page = await portal.prices(cursor);
    if (page.reload !== null) {
      log.info(page.message ?? 'Die ganze Preisliste wird geladen.');
      // What the whole list does not name has no price any more. The product stays in the file with an empty price, so that
      // tills that only look at the lines of a file learn of it too.
      for (const pzn of prices.keys()) prices.set(pzn, null);
      changed = new Set();
    }
    for (const { pzn, price } of page.prices) {
      prices.set(pzn, price === null ? null : Math.round(price * 100));
      changed.add(pzn);
    }
    if (page.more && page.cursor === cursor) throw new Failure(EXIT.protocol, 'Das Portal kommt nicht voran.');
    cursor = page.cursor;
    more = page.more;
  }

  const content = formatPriceFile(prices);
  if (content !== before) await replaceFile(settings.file, content);
  await writeState(settings, content, cursor as string);
  log.info(
    changed.size === 0
      ? 'Keine neuen Preise.'
      : `${changed.size.toLocaleString('de-DE')} Artikel geladen, geschrieben nach ${settings.file}.`,
  );
  await portal.acknowledge(cursor as string);
}
