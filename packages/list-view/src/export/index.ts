export { approvalCsv, approvedRows } from './approval-csv.ts';
export { restoreCsvCell, writeCsvCell } from './csv-cell.ts';
export * from './log-columns.ts';
export * from './log-export-columns.ts';
export { lzdFormatCsv, lzdFormatRows } from './lzd-csv.ts';
export { type PackageSource, packageCsv } from './package-csv.ts';
export {
  ALL_EXPERT_COLUMNS,
  type ExpertColumns,
  NO_EXPERT_COLUMNS,
  PRICE_LIST_HEADING,
  priceListCsv,
} from './price-list-csv.ts';
