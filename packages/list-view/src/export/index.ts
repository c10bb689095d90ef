export { approvalFile } from './approval-file.ts';
export { guardFormula, needsQuotes, restoreCsvCell, writeCsvCell } from './csv-cell.ts';
export { csvText } from './csv-text.ts';
export type { FileColumn, ListFile } from './file-column.ts';
export { lzdFormatFile, lzdFormatRows } from './lzd-file.ts';
export { type PackageSource, packageFile } from './package-file.ts';
export {
  ALL_EXPERT_COLUMNS,
  type ExpertColumns,
  NO_EXPERT_COLUMNS,
  PRICE_LIST_HEADING,
  priceListFile,
} from './price-list-file.ts';
export {
  type OpenPart,
  MOST_SHEET_ROWS,
  rowValues,
  sheetColumns,
  type WorkbookWriter,
  writeWorkbook,
} from './sheet/write-workbook.ts';
export { columnLetters, type SheetColumn } from './sheet/sheet-xml.ts';
export type { SheetValue } from './sheet/sheet-values.ts';
