export {
  type ColumnDeclaration,
  type ColumnHolds,
  type FilterableHolds,
  COLUMNS,
  type FileHeading,
  type ListName,
} from './catalogue.ts';
export * from './names.ts';
