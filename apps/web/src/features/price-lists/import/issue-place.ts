import type { ImportIssue } from '@portal/contracts';

/** Where an issue is and what stands there, as far as there is something to say: 'Preis (C7) „4,999“: ' (rule 10.24). */
export function issuePlace({ column, cell, value }: Pick<ImportIssue, 'column' | 'cell' | 'value'>): string {
  if (column === null || (cell === undefined && value === null)) return '';
  return `${column}${cell === undefined ? '' : ` (${cell})`}${value === null ? '' : ` „${value}“`}: `;
}
