export { type ColumnDeclaration, type ColumnHolds, COLUMNS, type FileHeading, type ListName } from './catalogue.ts';
export * from './names.ts';
