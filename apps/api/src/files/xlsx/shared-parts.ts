import { restoreCsvCell } from '@portal/list-view';
import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';
import type { Zip } from './open-zip.ts';
import { isDateFormat, unescapeText } from './values.ts';
import { smallPart, type Workbook } from './workbook.ts';
import { readXml } from './xml-reader.ts';

/** What cells refer to by number. */
export type SharedParts = {
  readonly strings: readonly string[];
  /** by style: its number is a date */
  readonly dates: readonly boolean[];
  readonly from1904: boolean;
};

/** Bytes, unpacked: all are kept in memory. */
const MOST_TEXT = 64 * 2 ** 20;

/** As spreadsheets limit it: the patterns are not linear. */
const LONGEST_FORMAT = 255;

export async function readSharedParts(zip: Zip, workbook: Workbook): Promise<SharedParts> {
  const { sharedStrings, styles, from1904 } = workbook;
  return {
    strings: sharedStrings === undefined ? [] : await readStrings(zip, sharedStrings),
    dates: styles === undefined ? [] : await readDateStyles(zip, styles),
    from1904,
  };
}

/** Rich text joined, phonetic readings left out. */
async function readStrings(zip: Zip, part: string): Promise<string[]> {
  if (zip.size(part) > MOST_TEXT) throw new FileRefusal(FILE_TEXT.workbook.tooLarge);
  const strings: string[] = [];
  let current = '';
  let within: string | undefined;
  let phonetic = false;
  await readXml(zip.read(part), {
    open(name) {
      within = name;
      if (name === 'si') current = '';
      if (name === 'rPh') phonetic = true;
    },
    text(text) {
      if (within === 't' && !phonetic) current += text;
    },
    close(name) {
      within = undefined;
      if (name === 'rPh') phonetic = false;
      if (name === 'si') strings.push(cellText(current));
    },
  });
  return strings;
}

export function cellText(stored: string): string {
  return restoreCsvCell(unescapeText(stored)).trim();
}

async function readDateStyles(zip: Zip, part: string): Promise<boolean[]> {
  const own = new Map<string, string>();
  // Once per format: a workbook may have 100,000 styles.
  const dates = new Map<string, boolean>();
  const isDate = (id: string) => {
    let found = dates.get(id);
    if (found === undefined) {
      found = isDateFormat(Number(id), own.get(id));
      dates.set(id, found);
    }
    return found;
  };
  const styles: boolean[] = [];
  let inCells = false;
  await readXml(smallPart(zip, part), {
    open(name, { numFmtId: id = '0', formatCode }) {
      if (name === 'numFmt') own.set(id, (formatCode ?? '').slice(0, LONGEST_FORMAT));
      if (name === 'cellXfs') inCells = true;
      if (name === 'xf' && inCells) styles.push(isDate(id));
    },
    close(name) {
      if (name === 'cellXfs') inCells = false;
    },
  });
  return styles;
}
