import { isUtf8 } from 'node:buffer';
import { REASON } from '@portal/contracts';
import { z } from 'zod';
import { TEXT } from '../texts/de.ts';
import { invalidRequest, PortalError } from './errors.ts';
import type { ScannedList } from './json-scan.ts';
import { createTurns } from './turns.ts';

type Issue = { path: string; message: string };

/** More issues are not looked for. */
const MAX_ISSUES = 200;

export type BodyForm = {
  readonly schema: z.ZodType;
  /** Nothing of it gets near the database: any text will do. */
  readonly printed: boolean;
  readonly rows?: { readonly name: string; readonly row: z.ZodType; readonly most: number; readonly rest: z.ZodType };
};

/** @param rows the member that carries rows, as `bodyBounds` names it */
export function bodyForm(schema: z.ZodType, rows: string | undefined, { printed = false } = {}): BodyForm {
  if (rows === undefined) return { schema, printed };
  const member = schema instanceof z.ZodObject ? (schema.shape as Record<string, unknown>)[rows] : undefined;
  const list = member instanceof z.ZodOptional ? member.unwrap() : member;
  if (!(schema instanceof z.ZodObject && list instanceof z.ZodArray)) throw new Error(`${rows} is no list of rows`);
  const { maxItems } = z.toJSONSchema(list, { io: 'input', unrepresentable: 'any' });
  const counted = list.clone({ ...list.def, element: z.unknown() } as unknown as typeof list.def);
  return {
    schema,
    printed,
    rows: {
      name: rows,
      row: list.element as z.ZodType,
      most: maxItems ?? 0,
      rest: schema.extend({ [rows]: counted }),
    },
  };
}

/**
 * Rows in chunks.
 * @throws PortalError 400, 422 with the first issues
 */
export async function parseBody(
  form: BodyForm,
  { bytes, lists }: { readonly bytes: Buffer; readonly lists: readonly ScannedList[] },
): Promise<unknown> {
  const { schema, rows, printed } = form;
  if (!isUtf8(bytes)) throw malformed();
  if (!rows) return validate(schema, parseJson(bytes.toString('utf8', startOf(bytes)), printed));
  const rest = parseJson(withoutLists(bytes, lists), printed);
  const marker = isRecord(rest) && Object.hasOwn(rest, rows.name) ? rest[rows.name] : undefined;
  const list = Array.isArray(marker) ? lists[marker[0] as number] : undefined;
  if (!list) return validate(schema, rest);

  const elements = isEmpty(bytes, list) ? 0 : list.elements;
  const counted = Array.from({ length: Math.min(elements, rows.most + 1) }, () => 0);
  const head = rows.rest.safeParse({ ...(rest as object), [rows.name]: counted });
  const issues = head.error ? issuesOf(head.error) : [];
  if (issues.some(({ path }) => path === rows.name)) throw invalidRequest(422, issues);
  const validated = await validateRows(bytes, list, { ...rows, printed });
  if (validated.issues.length + issues.length > 0) throw invalidRequest(422, [...validated.issues, ...issues]);
  return { ...(head.data as object), [rows.name]: validated.rows };
}

async function validateRows(
  bytes: Buffer,
  { start, end, cuts }: ScannedList,
  { name, row, printed }: NonNullable<BodyForm['rows']> & Pick<BodyForm, 'printed'>,
): Promise<{ rows: unknown[]; issues: Issue[] }> {
  const rows: unknown[] = [];
  const issues: Issue[] = [];
  let from = start;
  const turns = createTurns();
  for (const to of [...cuts, end]) {
    const piece = parseJson(`[${bytes.toString('utf8', from, to)}]`, printed) as unknown[];
    if (piece.length === 0 && cuts.length > 0) throw malformed();
    for (const element of piece) {
      const parsed = row.safeParse(element);
      if (parsed.error) issues.push(...issuesOf(parsed.error, `${name}.${rows.length}`));
      rows.push(parsed.data);
      if (issues.length >= MAX_ISSUES) return { rows, issues };
    }
    from = to + 1;
    await turns.give();
  }
  return { rows, issues };
}

function withoutLists(bytes: Buffer, lists: readonly ScannedList[]): string {
  let text = '';
  let from: number = startOf(bytes);
  for (const [number, { start, end }] of lists.entries()) {
    text += bytes.toString('utf8', from, start) + number;
    from = end;
  }
  return text + bytes.toString('utf8', from);
}

function isEmpty(bytes: Buffer, { start, end, elements }: ScannedList): boolean {
  return elements === 1 && bytes.toString('latin1', start, end).trim() === '';
}

/** @throws PortalError `httpStatus` */
export function validate(schema: z.ZodType | undefined, value: unknown, httpStatus: 400 | 422 = 422): unknown {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(httpStatus, issuesOf(parsed.error));
}

function issuesOf(error: z.ZodError, prefix?: string): Issue[] {
  return error.issues.map((issue) => ({
    path: (prefix === undefined ? issue.path : [prefix, ...issue.path]).join('.'),
    message: issue.message,
  }));
}

/** @throws PortalError 400, also for texts the database cannot store */
function parseJson(text: string, printed: boolean): unknown {
  const value = parsed(text);
  // Only an escape can hold NUL or a lone surrogate.
  if (!printed && text.includes(String.raw`\u`) && !isStorable(value))
    throw new PortalError(400, REASON.invalid, TEXT.body.unstorableText);
  return value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed();
  }
}

/** Names of members count too: some are kept. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}

/** Behind a byte order mark. */
function startOf(bytes: Buffer): 0 | 3 {
  return bytes[0] === 0xef ? 3 : 0;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(): PortalError {
  return new PortalError(400, REASON.invalid, TEXT.malformedJson);
}
