export { approvalCsv, approvedRows } from './approval-csv.ts';
export { guardFormula, needsQuotes, restoreCsvCell, writeCsvCell } from './csv-cell.ts';
export { lzdFormatCsv, lzdFormatRows } from './lzd-csv.ts';
export { type PackageSource, packageCsv } from './package-csv.ts';
export {
  ALL_EXPERT_COLUMNS,
  type ExpertColumns,
  NO_EXPERT_COLUMNS,
  PRICE_LIST_HEADING,
  priceListCsv,
} from './price-list-csv.ts';
