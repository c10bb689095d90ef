import {
  decodeTillText,
  heldPricesText,
  readTillFile,
  type TillFileRow,
  type TillProfile,
  writeTillFile,
} from '@portal/rules/till';
import { EXIT, Failure } from './failures.ts';
import type { Log } from './log.ts';
import { connectPortal, type Held, type Portal, type Price } from './portal.ts';
import { checkWritable, readIfThere, replaceFile } from './price-file.ts';
import type { Settings } from './settings.ts';
import { digest, readState, type State, writeState } from './state.ts';

/**
 * One run: load what changed since the last one, write the price file in the pharmacy's profile, remember the cursor, acknowledge,
 * in this order. A run that breaks off anywhere leaves files that belong together, and the next one makes up for it (rules 9.7, 9.13, 9.14 and 9.15).
 */
export async function sync(settings: Settings, log: Log): Promise<void> {
  const portal = connectPortal(settings, log);
  const { profile, version } = await portal.profile();
  const state = await readState(settings);
  const before = await readIfThere(settings.file);
  const sameForm = state?.profile === version;
  if (state && !sameForm && state.profile !== '') log.info('Der Aufbau der Preisdatei hat sich geändert.');
  const isComplete = sameForm && before !== undefined && state.written.includes(digest(before));
  const rows = new Map(state?.rows.map((row) => [row.pzn, row]));
  const { cursor, changed } = await load({ portal, profile, log }, rows, isComplete ? state.cursor : undefined);

  const known = [...rows.values()].toSorted((a, b) => (a.pzn < b.pzn ? -1 : 1));
  const files = filesOf(settings, profile, known);
  const next: State = {
    pharmacy: settings.pharmacy,
    cursor,
    profile: version,
    // The files before too: where the folder's fsync is not supported, a power cut may bring one of them back.
    written: [...files.map(({ content }) => digest(content)), ...(state?.written ?? []).slice(0, files.length)],
    rows: known,
  };
  const outdated = await findOutdated(files, state);
  let trouble: Failure | undefined;
  if (outdated.length > 0) {
    // Should the power fail before the end, the next run knows the files by what was to be written.
    const written = [...(state?.written ?? []), ...next.written];
    await writeState(settings, { ...(state ?? { ...next, cursor: '', profile: '', rows: [] }), written });
    for (const { file, content } of outdated) await replaceFile(file, content);
    await writeState(settings, next);
  } else {
    trouble = await keepState(settings, next);
  }
  log.info(
    changed === 0
      ? 'Keine neuen Preise.'
      : `${changed.toLocaleString('de-DE')} Artikel geladen, geschrieben nach ${settings.file}.`,
  );
  await portal.acknowledge(cursor, await heldIn(settings.file, profile, files));
  if (trouble) throw trouble;
}

/** Of the price file as it lies there; where the till has taken it away already, as it was written. */
async function heldIn(file: string, profile: TillProfile, files: readonly TillFile[]): Promise<Held> {
  const content = (await readIfThere(file)) ?? files[0]?.content ?? new Uint8Array();
  const lines = Array.from(readTillFile(profile, decodeTillText(content, profile.encoding)));
  const { count, text } = heldPricesText(lines.flatMap((line) => ('row' in line ? [line.row] : [])));
  return { count, sha256: digest(new TextEncoder().encode(text)) };
}

type Loading = { portal: Portal; profile: TillProfile; log: Log };

/** Loads into `rows` what came after a cursor, or everything. @returns the new cursor, and how many articles came */
async function load(
  { portal, profile, log }: Loading,
  rows: Map<string, TillFileRow>,
  since: string | undefined,
): Promise<{ cursor: string; changed: number }> {
  const has = (...fields: string[]) => profile.columns.some(({ field }) => fields.includes(field));
  const details = has('avp', 'type', 'name', 'validFrom');
  let cursor = since;
  let changed = new Set<string>();
  for (let more = true; more; ) {
    const page = await portal.prices(cursor, details);
    // AVP and name may change without the price: whenever something has changed, all of them are loaded.
    if (
      cursor !== undefined &&
      cursor === since &&
      page.cursor !== since &&
      page.reload === null &&
      has('avp', 'name')
    ) {
      return load({ portal, profile, log }, rows, undefined);
    }
    if (page.reload !== null) {
      log.info(page.message ?? 'Die ganze Preisliste wird geladen.');
      // What the whole list does not name has no price any more. The article stays known without one, so that tills that only
      // look at the lines of a file learn of it too.
      for (const [pzn, row] of rows) rows.set(pzn, { ...row, price: null, type: null });
      changed = new Set();
    }
    for (const price of page.prices) {
      rows.set(price.pzn, rowOf(price));
      changed.add(price.pzn);
    }
    if (page.more && page.cursor === cursor) throw new Failure(EXIT.protocol, 'Das Portal kommt nicht voran.');
    cursor = page.cursor;
    more = page.more;
  }
  return { cursor: cursor as string, changed: changed.size };
}

function rowOf({ pzn, productGroup = '', price, avp, priceType, name, validFrom }: Price): TillFileRow {
  const cents = (euros: number | null | undefined) =>
    euros === null || euros === undefined ? null : Math.round(euros * 100);
  return {
    pzn,
    productGroup,
    price: cents(price),
    avp: cents(avp),
    type: priceType ?? null,
    name: name ?? '',
    validFrom: validFrom ?? null,
  };
}

type TillFile = { readonly file: string; readonly content: Uint8Array };

/** The price file, and where the settings name one a second for the articles without a price. */
function filesOf({ file, withdrawnFile }: Settings, profile: TillProfile, rows: readonly TillFileRow[]): TillFile[] {
  if (withdrawnFile === undefined) return [{ file, content: writeTillFile(profile, rows) }];
  const withdrawn = profile.withdrawn === 'omit' ? 'empty' : profile.withdrawn;
  const gone = rows.filter(({ price }) => price === null);
  return [
    { file, content: writeTillFile({ ...profile, withdrawn: 'omit' }, rows) },
    { file: withdrawnFile, content: writeTillFile({ ...profile, withdrawn }, gone) },
  ];
}

/** The files that have to be written. @throws Failure 73 when one of them is not the work of this program */
async function findOutdated(files: readonly TillFile[], state: State | undefined): Promise<TillFile[]> {
  const outdated: TillFile[] = [];
  for (const each of files) {
    const found = await readIfThere(each.file);
    if (found?.equals(each.content)) continue;
    if (found && !state?.written.includes(digest(found))) {
      throw new Failure(
        EXIT.file,
        `Die Datei ${each.file} ist nicht von diesem Programm oder wurde verändert; sie wird nicht überschrieben. ` +
          'Bitte die Datei an einen anderen Ort legen oder eine andere nennen: der nächste Lauf schreibt sie neu.',
      );
    }
    outdated.push(each);
  }
  return outdated;
}

/** Stores the state of files that are right as they are. @returns why the next change could not be written */
async function keepState(settings: Settings, next: State): Promise<Failure | undefined> {
  try {
    await writeState(settings, next);
    await checkWritable(settings.file);
    if (settings.withdrawnFile !== undefined) await checkWritable(settings.withdrawnFile);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return new Failure(
      EXIT.file,
      `Die Preisdatei ist auf dem neuesten Stand, aber die nächste Preisänderung käme nicht in die Kasse: ${error.message}`,
    );
  }
}
