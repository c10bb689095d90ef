import { crc32, deflateRawSync } from 'node:zlib';

// Workbooks for tests, cell by cell, as no library writes them: with formulas without values, wrong sizes or hostile names.

/** A part of an archive, and what its directory says of it where that is not true. */
export type Part = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly stored?: boolean;
  readonly flags?: number;
  readonly claims?: { readonly size?: number; readonly crc?: number; readonly extra?: Buffer };
};

/** A zip archive, well-formed or not. */
export function zip(parts: readonly Part[]): Buffer {
  const local: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, stored = false, flags = 0, claims = {} } of parts) {
    const plain = Buffer.from(content);
    const packed = stored ? plain : deflateRawSync(plain);
    const path = Buffer.from(name);
    const extra = claims.extra ?? Buffer.alloc(0);
    const described = Buffer.alloc(26);
    described.writeUInt16LE(20, 0);
    described.writeUInt16LE(flags, 2);
    described.writeUInt16LE(stored ? 0 : 8, 4);
    described.writeUInt32LE(claims.crc ?? crc32(plain), 10);
    described.writeUInt32LE(packed.length, 14);
    described.writeUInt32LE(claims.size ?? plain.length, 18);
    described.writeUInt16LE(path.length, 22);
    const heading = Buffer.concat([Buffer.from('PK\u0003\u0004'), described, path]);
    described.writeUInt16LE(extra.length, 24);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), described, place, path, extra);
    local.push(heading, packed);
    offset += heading.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...local, listed, end]);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export type BookOptions = {
  readonly strings?: readonly string[];
  readonly styles?: string;
  readonly from1904?: boolean;
  /** added or taken instead of those with the same name */
  readonly parts?: readonly Part[];
};

/** Sheet from the XML of its rows and of what stands behind them. */
export const sheetXml = (rows: string, behind = '') =>
  `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${behind}</worksheet>`;

/** Parts of a workbook as Excel writes them; sheets by their name, those called '~…' hidden. */
export function bookParts(sheets: Readonly<Record<string, string>>, options: BookOptions = {}): Part[] {
  const { strings = [], styles = '', from1904 = false, parts = [] } = options;
  const names = Object.keys(sheets);
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;
  const contentType = (part: string, type: string) =>
    `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.${type}+xml"/>`;
  const relations = (content: string) =>
    `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${content}</Relationships>`;
  const standard: Part[] = [
    {
      name: '[Content_Types].xml',
      content: `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${names.map((_, at) => contentType(`xl/worksheets/sheet${at + 1}.xml`, 'worksheet')).join('')}${contentType('xl/workbook.xml', 'sheet.main')}${contentType('xl/sharedStrings.xml', 'sharedStrings')}${contentType('xl/styles.xml', 'styles')}</Types>`,
    },
    { name: '_rels/.rels', content: relations(relation('rId1', 'officeDocument', 'xl/workbook.xml')) },
    {
      name: 'xl/workbook.xml',
      content: `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${from1904 ? 1 : 0}"/><sheets>${names
        .map(
          (name, at) =>
            `<sheet name="${name}" sheetId="${at + 1}"${name.startsWith('~') ? ' state="hidden"' : ''} r:id="rId${at}"/>`,
        )
        .join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relations(
        `${names.map((_, at) => relation(`rId${at}`, 'worksheet', `worksheets/sheet${at + 1}.xml`)).join('')}${relation('s', 'sharedStrings', 'sharedStrings.xml')}${relation('f', 'styles', '/xl/styles.xml')}`,
      ),
    },
    { name: 'xl/sharedStrings.xml', content: `${XML}<sst xmlns="${MAIN}">${strings.join('')}</sst>` },
    { name: 'xl/styles.xml', content: `${XML}<styleSheet xmlns="${MAIN}">${styles}</styleSheet>` },
    ...names.map((name, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: sheets[name] ?? '' })),
  ];
  const replaced = new Set(parts.map(({ name }) => name));
  return [...standard.filter(({ name }) => !replaced.has(name)), ...parts];
}

/** A workbook of one sheet with rows. */
export const book = (rows: string, options: BookOptions & { readonly behind?: string } = {}): Buffer =>
  zip(bookParts({ Preise: sheetXml(rows, options.behind) }, options));

/** A row of texts, as inline strings. */
export const textRow = (line: number, texts: readonly string[]) =>
  `<row r="${line}">${texts.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`;

export const HEADER = textRow(1, ['PZN', 'Preis']);
