import type { ImportIssue } from '@portal/contracts';

/** 'Preis (C7) „4,999“: '. Rule 10.24. */
export function issueCell({ column, cell, value }: Pick<ImportIssue, 'column' | 'cell' | 'value'>): string {
  if (column === null || (cell === undefined && value === null)) return '';
  return `${column}${cell === undefined ? '' : ` (${cell})`}${value === null ? '' : ` „${value}“`}: `;
}
