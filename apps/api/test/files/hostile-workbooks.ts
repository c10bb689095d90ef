import {
  type BookOptions,
  book,
  bookParts,
  HEADER,
  sheetXml,
  textRow,
  zip,
} from '@portal/dev/workbooks/make-workbook.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const times = (count: number, make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('');
const ROW = textRow(2, ['03007758', '4,95']);
const TABLE = sheetXml(HEADER + ROW);
const withPart = (name: string, content: string, rows = HEADER + ROW, options: BookOptions = {}) =>
  book(rows, { ...options, parts: [{ name, content }] });

/** `xl/workbook.xml` and its relationships, as somebody writes them by hand. */
function listing(sheets: string, relationships: string): Buffer {
  return zip([
    ...bookParts({ Preise: TABLE }).filter(({ name }) => !/workbook\.xml/.test(name)),
    { name: 'xl/workbook.xml', content: `<workbook xmlns:r="${OFFICE}"><sheets>${sheets}</sheets></workbook>` },
    { name: 'xl/_rels/workbook.xml.rels', content: `<Relationships>${relationships}</Relationships>` },
  ]);
}
const sheet = (n: number, id: string) => `<sheet name="S${n}" r:id="${id}"/>`;
const relation = (id: string, target = 'worksheets/sheet1.xml') =>
  `<Relationship Id="${id}" Type="${OFFICE}/worksheet" Target="${target}"/>`;
const merged = (count: number, range: (n: number) => string) =>
  `<mergeCells>${times(count, (n) => `<mergeCell ref="${range(n)}"/>`)}</mergeCells>`;
const rows = (count: number, cells: (n: number) => string) =>
  times(count, (n) => `<row r="${n + 2}">${cells(n)}</row>`);
const letters = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : letters(Math.floor(place / 26) - 1) + letters(place % 26);
/** Does not shrink to nothing, so that the ratio of an archive stays an ordinary one. */
const mixed = (n: number) => ((n * 7_919_333) % 1_000_003).toString(36);

/**
 * Small files that cost much where a reader multiplies what it finds: what they are, and how they are made of `size` things. A tenth of the
 * size is enough to show that the cost does not grow with its square.
 */
export const HOSTILE_WORKBOOKS: readonly (readonly [string, size: number, make: (size: number) => Buffer])[] = [
  [
    'sheets × relationships',
    100_000,
    (n) =>
      listing(
        times(n, (at) => sheet(at, `a${at}`)),
        times(n, (at) => relation(`b${at}`)),
      ),
  ],
  [
    'sheets of one part',
    39_000,
    (n) =>
      listing(
        times(n, (at) => sheet(at, 'a')),
        relation('a'),
      ),
  ],
  [
    'sheets of one part under several ids',
    39_000,
    (n) =>
      listing(
        times(n, (at) => sheet(at, `a${at}`)),
        times(n, (at) => relation(`a${at}`)),
      ),
  ],
  [
    'sheets of one part in other letters',
    200,
    (n) =>
      listing(
        times(n, (at) => sheet(at, `a${at}`)),
        times(n, (at) => relation(`a${at}`, at % 2 ? 'worksheets/SHEET1.xml' : './worksheets/x/../sheet1.xml')),
      ),
  ],
  [
    'sheets of empty cells',
    1_900,
    (n) =>
      zip(
        bookParts({
          ...Object.fromEntries(
            Array.from({ length: n }, (_, at) => [
              `S${at}`,
              sheetXml(`<row>${times(1_000, (cell) => `<c s="${mixed(cell)}"/>`)}</row>`),
            ]),
          ),
          Preise: TABLE,
        }),
      ),
  ],
  [
    'merged cells of one column over all rows',
    60_000,
    (n) => book(HEADER + rows(n, (at) => `<c><v>${at}</v></c>`), { behind: merged(n, () => 'A1:A1048576') }),
  ],
  [
    'merged cells that overlap',
    60_000,
    (n) =>
      book(HEADER + rows(n, (at) => `<c><v>${at}</v></c>`), { behind: merged(n, (at) => `A${at + 1}:XFD1048576`) }),
  ],
  [
    'merged cells one to a row',
    99_000,
    (n) =>
      book(HEADER + rows(n, (at) => `<c><v>${at}</v></c>`), { behind: merged(n, (at) => `B${at + 1}:B${at + 2}`) }),
  ],
  [
    'a header of 999 columns, each merged over all rows',
    60_000,
    (n) =>
      book(
        textRow(
          1,
          Array.from({ length: 999 }, (_, at) => `H${at}`),
        ) + rows(n, (at) => `<c><v>${at}</v></c>`),
        { behind: merged(999, (at) => `${letters(at)}1:${letters(at)}1048576`) },
      ),
  ],
  [
    'a million merged cells',
    1_000_000,
    (n) => book(HEADER + ROW, { behind: merged(n, (at) => `A${at + 1}:B${at + 3}`) }),
  ],
  [
    'shared texts',
    1_500_000,
    (n) => withPart('xl/sharedStrings.xml', `<sst>${times(n, (at) => `<si><t>${mixed(at)}</t></si>`)}</sst>`),
  ],
  [
    'empty shared texts',
    3_000_000,
    (n) =>
      withPart(
        'xl/sharedStrings.xml',
        `<sst>${times(n, (at) => (at % 16 ? '<si/>' : `<si><t>${mixed(at)}</t></si>`))}</sst>`,
      ),
  ],
  [
    'a long shared text in every cell',
    100_000,
    (n) =>
      book(HEADER + rows(n, () => '<c t="s"><v>0</v></c><c t="s"><v>0</v></c>'), {
        strings: [`<si>${times(200, () => `<r><t>${'_x000D_'.repeat(600)}</t></r>`)}</si>`],
      }),
  ],
  [
    'styles of one long format',
    300_000,
    (n) =>
      withPart(
        'xl/styles.xml',
        `<styleSheet><numFmts><numFmt numFmtId="200" formatCode="${'['.repeat(500_000)}"/></numFmts><cellXfs>${times(n, (at) => `<xf numFmtId="200" a="${mixed(at)}"/>`)}</cellXfs></styleSheet>`,
      ),
  ],
  [
    'formats',
    100_000,
    (n) =>
      withPart(
        'xl/styles.xml',
        `<styleSheet><numFmts>${times(n, (at) => `<numFmt numFmtId="${at}" formatCode="&quot;[\\_${'&quot;'.repeat(9)}${mixed(at)}"/>`)}</numFmts><cellXfs>${times(n, (at) => `<xf numFmtId="${at}"/>`)}</cellXfs></styleSheet>`,
      ),
  ],
  [
    'a row, then empty cells',
    4_000_000,
    (n) => book(`${HEADER}<row>${times(n, (at) => (at % 16 ? '<c/>' : `<c s="${mixed(at)}"/>`))}</row>`),
  ],
  ['rows of empty cells', 90_000, (n) => book(HEADER + rows(n, (at) => `<c><v>${at}</v></c>${'<c/>'.repeat(80)}`))],
  ['formulas without values', 50_000, (n) => book(HEADER + rows(n, () => '<c><f>1</f></c>'.repeat(30)))],
  [
    'cells in the last column',
    99_000,
    (n) => book(HEADER + rows(n, (at) => `<c><v>1</v></c><c r="XFD${at + 2}"><v>${mixed(at)}</v></c>`)),
  ],
  [
    'a sheet as large as can be said',
    1,
    () =>
      book(`${HEADER}${ROW}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`, {
        behind: '<dimension ref="A1:XFD1048576"/>',
      }),
  ],
  [
    'attributes of one tag',
    100_000,
    (n) => book(`${HEADER}<row ${times(n, (at) => `a${mixed(at)}${at}="" `)}><c><v>1</v></c></row>`),
  ],
  [
    'elements within elements',
    30,
    (n) => book(HEADER + ROW, { behind: times(20_000, () => `${'<a>'.repeat(n)}${'</a>'.repeat(n)}`) }),
  ],
  [
    'pieces of text',
    100_000,
    (n) => book(`${HEADER}<row><c t="str"><v>${times(n, () => '<![CDATA[a]]>b')}</v></c></row>`),
  ],
  ['references to characters', 100_000, (n) => book(`${HEADER}<row><c t="str"><v>${'&#65;'.repeat(n)}</v></c></row>`)],
  [
    'content types',
    200_000,
    (n) =>
      withPart(
        '[Content_Types].xml',
        `<Types>${times(n, (at) => `<Default Extension="${mixed(at)}" ContentType="${'macro'.repeat(8)}"/>`)}</Types>`,
      ),
  ],
  [
    'relationships that climb',
    20_000,
    (n) =>
      listing(
        sheet(1, 'a1'),
        times(n, (at) => relation(`a${at}`, `${'../x/'.repeat(100)}${mixed(at)}`)),
      ),
  ],
];
