import type { FileColumn } from '../file-column.ts';
import type { SheetValue } from './sheet-values.ts';
import { STYLE_OF } from './workbook-parts.ts';

export type SheetColumn = Pick<FileColumn, 'heading' | 'kind' | 'width' | 'technical'>;

const HEAD =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">' +
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>' +
  '<selection pane="bottomLeft" activeCell="A2" sqref="A2"/></sheetView></sheetViews>';
/** Characters. */
const WIDTH = { text: 22, price: 12, percent: 12, count: 10, day: 12, moment: 17 } as const;
const FILTER_WIDTH = 4;
/** Of a cell in Excel. */
const LONGEST_TEXT = 32_767;

export function sheetStart(columns: readonly SheetColumn[]): string {
  const widths = columns.map(({ heading, kind, width = WIDTH[kind], technical }, c) => {
    const wide = Math.max(width, heading.length + FILTER_WIDTH);
    const hidden = technical ? ' hidden="1"' : '';
    return `<col min="${c + 1}" max="${c + 1}" width="${wide}" style="${STYLE_OF[kind]}" customWidth="1"${hidden}/>`;
  });
  const headings = columns.map(({ heading }, c) => textCell(`${columnLetters(c)}1`, STYLE_OF.heading, heading));
  return `${HEAD}<cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`;
}

/**
 * Texts are never formulas (rule 10.14).
 * @param first row number; the heading is 1
 */
export function sheetRows(columns: readonly SheetColumn[], rows: readonly (readonly SheetValue[])[], first: number) {
  const names = columns.map((_, c) => columnLetters(c));
  let xml = '';
  for (const [index, row] of rows.entries()) {
    const number = first + index;
    xml += `<row r="${number}">`;
    for (const [c, value] of row.entries()) {
      if (value === null) continue;
      const reference = `${names[c]}${number}`;
      const style = STYLE_OF[(columns[c] as SheetColumn).kind];
      xml +=
        typeof value === 'string'
          ? textCell(reference, style, value)
          : `<c r="${reference}" s="${style}"><v>${value}</v></c>`;
    }
    xml += '</row>';
  }
  return xml;
}

/** @param count rows without the heading */
export function sheetEnd(columns: readonly SheetColumn[], count: number): string {
  const all = `A1:${columnLetters(columns.length - 1)}${count + 1}`;
  return (
    `</sheetData><autoFilter ref="${all}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/>` +
    '<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>' +
    `<ignoredErrors><ignoredError sqref="${all}" numberStoredAsText="1"/></ignoredErrors></worksheet>`
  );
}

/** 'A' for 0, 'AA' for 26. */
export function columnLetters(index: number): string {
  const rest = String.fromCharCode(65 + (index % 26));
  return index < 26 ? rest : columnLetters(Math.floor(index / 26) - 1) + rest;
}

function textCell(reference: string, style: number, text: string): string {
  const space = OUTER_BLANK.test(text) ? ' xml:space="preserve"' : '';
  return `<c r="${reference}" s="${style}" t="inlineStr"><is><t${space}>${escaped(text)}</t></is></c>`;
}

/** Readers would trim it. */
const OUTER_BLANK = /^\s|\s$|\n/;

// oxlint-disable-next-line no-control-regex
const UNSAFE = /[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|\p{Cs}|_(?=x[0-9A-Fa-f]{4}_)/gu;
const NAMED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** As '_x001F_'. */
function escaped(text: string): string {
  return text
    .slice(0, LONGEST_TEXT)
    .replace(UNSAFE, (sign) => NAMED[sign] ?? `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
}
