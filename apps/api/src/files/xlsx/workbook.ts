import { posix } from 'node:path';
import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';
import type { Zip } from './open-zip.ts';
import { type Attributes, readXml } from './xml-reader.ts';

/** Bytes of a part that describes the workbook, unpacked. */
const LARGEST_PART = 16 * 2 ** 20;

/** Characters of a sheet's name: Excel writes 31, others more. */
const LONGEST_NAME = 255;

export type Workbook = {
  /** visible sheets in their order */
  readonly sheets: readonly { readonly name: string; readonly part: string }[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** as on old Macs */
  readonly from1904: boolean;
};

/** @throws FileRefusal for macros, links, other formats (rule 10.25) */
export async function readWorkbook(zip: Zip): Promise<Workbook> {
  await requirePlainXlsx(zip);
  const root = await readRelations(zip, '');
  const main = root.find(({ type }) => type === 'officeDocument')?.part;
  if (main === undefined) throw new FileRefusal(FILE_TEXT.workbook.noWorkbook);
  const relations = await readRelations(zip, main);
  const listed: { name: string; relation: string }[] = [];
  let from1904 = false;
  await readXml(smallPart(zip, main), {
    open(name, attributes) {
      if (name === 'workbookPr') from1904 = ['1', 'true'].includes(attributes['date1904'] ?? '');
      if (name !== 'sheet' || (attributes['state'] ?? 'visible') !== 'visible') return;
      listed.push({ name: attributes['name'] ?? '', relation: relationId(attributes) });
    },
  });
  const partOf = (wanted: string) => relations.find(({ type }) => type === wanted)?.part;
  return {
    sheets: sheetsOf(listed, relations),
    sharedStrings: partOf('sharedStrings'),
    styles: partOf('styles'),
    from1904,
  };
}

/**
 * By id: sheets × relationships blocked for seconds.
 * @throws FileRefusal for two sheets of one part
 */
function sheetsOf(
  listed: readonly { readonly name: string; readonly relation: string }[],
  relations: readonly Relation[],
): Workbook['sheets'] {
  const parts = new Map<string, string>();
  for (const { id, type, part } of relations) if (type === 'worksheet' && !parts.has(id)) parts.set(id, part);
  const used = new Set<string>();
  return listed.flatMap(({ name, relation }) => {
    const part = parts.get(relation);
    if (part === undefined) return [];
    if (used.has(part.toLowerCase()) || name.length > LONGEST_NAME) throw new FileRefusal(FILE_TEXT.workbook.foreign);
    used.add(part.toLowerCase());
    return [{ name, part }];
  });
}

/** A part that is small in every workbook. */
export async function* smallPart(zip: Zip, name: string): AsyncGenerator<Buffer, void, undefined> {
  if (zip.size(name) > LARGEST_PART) throw new FileRefusal(FILE_TEXT.workbook.tooLarge);
  yield* zip.read(name);
}

const CONTENT_TYPES = '[content_types].xml';

async function requirePlainXlsx(zip: Zip): Promise<void> {
  const { workbook } = FILE_TEXT;
  const some = (pattern: RegExp) => [...zip.names].some((name) => pattern.test(name));
  if (zip.names.has('mimetype') && zip.names.has('content.xml')) throw new FileRefusal(workbook.openDocument);
  if (!zip.names.has(CONTENT_TYPES)) throw new FileRefusal(workbook.noWorkbook);
  if (zip.names.has('xl/workbook.bin')) throw new FileRefusal(workbook.oldOrEncrypted);
  if (some(/(^|\/)vbaproject\.bin$|(^|\/)macrosheets\//)) throw new FileRefusal(workbook.macros);
  if (some(/(^|\/)externallinks\//)) throw new FileRefusal(workbook.externalLinks);
  await readXml(smallPart(zip, CONTENT_TYPES), {
    open(_, attributes) {
      if (/macroEnabled/i.test(attributes['ContentType'] ?? '')) throw new FileRefusal(workbook.macros);
    },
  });
}

type Relation = { readonly id: string; readonly type: string; readonly part: string };

/** '': the workbook. */
async function readRelations(zip: Zip, part: string): Promise<Relation[]> {
  const folder = posix.dirname(part);
  const relations: Relation[] = [];
  await readXml(smallPart(zip, posix.join(folder, '_rels', `${posix.basename(part)}.rels`)), {
    open(name, { Id: id = '', Type: type = '', Target: target = '', TargetMode: mode }) {
      if (name !== 'Relationship') return;
      if (type.endsWith('/externalLink')) throw new FileRefusal(FILE_TEXT.workbook.externalLinks);
      if (mode === 'External') return;
      const path = posix.join(target.startsWith('/') ? '' : folder, target).replace(/^\//, '');
      relations.push({ id, type: type.slice(type.lastIndexOf('/') + 1), part: path });
    },
  });
  return relations;
}

/** `r:id`, whose prefix is the writer's choice. */
function relationId(attributes: Attributes): string {
  return Object.entries(attributes).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}
