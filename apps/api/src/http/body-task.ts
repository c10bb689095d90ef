import { bodyBounds, type Endpoint, ENDPOINTS } from '@portal/contracts';
import { z } from 'zod';
import type { Task } from '../child-pool/messages.ts';
import { GERMAN } from '../texts/zod-german.ts';
import type { ScannedList } from './json-scan.ts';
import { bodyForm, parseBody } from './parse-body.ts';

z.config(GERMAN); // as in the server

export type BodyOrder = { readonly id: string; readonly lists: readonly ScannedList[]; readonly printed: boolean };
/** The rows are the parts, as JSON: read faster than what v8 serializes. */
export type ParsedBody = { readonly rest: unknown; readonly rows: string | undefined };

const PART_ROWS = 500;

const task: Task<BodyOrder, ParsedBody> = async ({ id, lists, printed }, bytes) => {
  const endpoint = Object.values<Endpoint>(ENDPOINTS).find((each) => each.id === id);
  if (!endpoint?.body) throw new Error(`${id} has no body`);
  const { rows } = bodyBounds(endpoint);
  const parsed = await parseBody(bodyForm(endpoint.body, rows, { printed }), { bytes, lists });
  const list = rows === undefined ? undefined : (parsed as Record<string, unknown>)[rows];
  if (rows === undefined || !Array.isArray(list)) return { answer: { rest: parsed, rows: undefined } };
  const parts: Buffer[] = [];
  for (let at = 0; at < list.length; at += PART_ROWS)
    parts.push(Buffer.from(JSON.stringify(list.slice(at, at + PART_ROWS))));
  return { answer: { rest: { ...(parsed as object), [rows]: [] }, rows }, parts };
};
export default task;
