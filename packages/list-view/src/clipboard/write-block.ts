import { guardFormula } from '../export/csv-cell.ts';

export type CopiedCell = { readonly text: string; readonly number?: number };

const NEEDS_QUOTES = /["\t\r\n]/;

/** Formulas are guarded. Rule 3.28. */
export function blockText(rows: readonly (readonly CopiedCell[])[]): string {
  return rows.map((row) => row.map(cellText).join('\t')).join('\r\n');
}

function cellText({ text, number }: CopiedCell): string {
  const safe = number === undefined ? guardFormula(text) : text;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** For Excel (`mso-number-format`) and LibreOffice (`sdnum`, `sdval`, with a decimal point). */
export function blockHtml(rows: readonly (readonly CopiedCell[])[]): string {
  const lines = rows.map((row) => `<tr>${row.map(cellHtml).join('')}</tr>`);
  return `<meta charset="utf-8"><table lang="de">${lines.join('')}</table>`;
}

function cellHtml({ text, number }: CopiedCell): string {
  const kind =
    number === undefined
      ? `style="mso-number-format:'\\@'" sdnum="1031;0;@"`
      : `sdval="${String(number).replace('.', ',')}" sdnum="1031;"`;
  return `<td ${kind}>${escape(text).replaceAll(/\r\n|\r|\n/g, '<br>')}</td>`;
}

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] as string);
