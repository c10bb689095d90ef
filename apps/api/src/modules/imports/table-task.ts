import type { AnswerOf, csvMetaData, readTillColumns } from '@portal/contracts';
import type { Task } from '../../child-pool/messages.ts';
import { readImportColumns } from './read-import-columns.ts';
import { type ImportSummary, readImportRows, readTillRows } from './read-import.ts';
import { readTillExportColumns } from './read-till-columns.ts';
import type { TableOrder } from './table-pool.ts';

const PART_ROWS = 1_000;

type Answer = AnswerOf<typeof csvMetaData> | AnswerOf<typeof readTillColumns> | ImportSummary;

const task: Task<TableOrder, Answer> = async (order) => {
  if (order.kind === 'columns') return { answer: await readImportColumns(order) };
  if (order.kind === 'tillColumns') return { answer: await readTillExportColumns(order) };
  const { rows, ...answer } = await (order.kind === 'till' ? readTillRows(order) : readImportRows(order));
  const parts: Buffer[] = [];
  for (let at = 0; at < rows.length; at += PART_ROWS)
    parts.push(Buffer.from(JSON.stringify(rows.slice(at, at + PART_ROWS))));
  return { answer, parts };
};
export default task;
