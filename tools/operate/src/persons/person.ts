import { createHash, randomBytes } from 'node:crypto';
import { PERSON_COLUMNS, type PersonColumn } from '@portal/api/db/person-columns.ts';
import { RESERVED_NAMES } from '@portal/rules';
import type pg from 'pg';

/** `subject` null: nothing but a name is stored of them. */
export type Person = {
  readonly subject: string | null;
  readonly names: readonly string[];
  /** What stands in the place of the names once they are forgotten. */
  readonly pseudonym: string;
};

/** Several accounts have the name. */
export class SeveralPersons extends Error {
  readonly subjects: readonly string[];
  constructor(subjects: readonly string[]) {
    super(subjects.join(', '));
    this.subjects = subjects;
  }
}

/** The value that an entry of the list holds, as SQL. */
export function nameSql({ name, key }: PersonColumn): string | undefined {
  return name && (key ? `${name} ->> '${key}'` : name);
}
function subjectSql({ subject, key }: PersonColumn): string | undefined {
  return subject && (key ? `${subject} ->> '${key}'` : subject);
}

/** Values of a statement, each with its type. */
export class Values {
  readonly list: unknown[] = [];
  /** @returns its place in the statement */
  of(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}

/** What a sentence begins with that names one of them; of none no sentence. */
export function sentenceOf(words: string, names: readonly string[]): string {
  const escaped = names.map((name) => name.replace(/[^\p{L}\p{N}]/gu, String.raw`\$&`));
  return names.length === 0 ? '(?!)' : `^${words}(${escaped.join('|')})(, |$)`;
}

/** Which rows of an entry are a person's; those of a name alone only where no account stands beside it. */
export function isPersonSql(column: PersonColumn, person: Pick<Person, 'subject' | 'names'>, values: Values): string {
  const [name, subject] = [nameSql(column), subjectSql(column)];
  const isOwn = subject && `${subject} = ${values.of(person.subject, 'text')}`;
  if (!name) return isOwn ?? 'false';
  const isNamed = column.after
    ? `${name} ~ ${values.of(sentenceOf(column.after, person.names), 'text')}`
    : `${name} = ANY (${values.of(person.names, 'text[]')})`;
  return isOwn ? `(${isOwn} OR ${subject} IS NULL AND ${isNamed})` : isNamed;
}

/**
 * @param wanted the account or a name of it
 * @returns undefined where nothing is stored
 * @throws SeveralPersons
 */
export async function findPerson(db: pg.Pool, wanted: string): Promise<Person | undefined> {
  const pairs = await readPairs(db, wanted);
  const own = pairs.filter(({ subject }) => subject === wanted);
  if (own.length > 0) {
    const pseudonym = pseudonymOf(createHash('sha256').update(wanted).digest());
    const reserved = new Set<string>([pseudonym, ...Object.values(RESERVED_NAMES)]);
    const names = new Set(own.flatMap(({ name }) => (name === null || reserved.has(name) ? [] : [name])));
    return { subject: wanted, names: [...names], pseudonym };
  }
  const subjects = [...new Set(pairs.flatMap(({ subject }) => subject ?? []))];
  if (subjects.length > 1) throw new SeveralPersons(subjects);
  if (subjects[0] !== undefined) return findPerson(db, subjects[0]);
  const isPerson = pairs.length > 0 && !Object.values<string>(RESERVED_NAMES).includes(wanted);
  return isPerson ? { subject: null, names: [wanted], pseudonym: pseudonymOf(randomBytes(4)) } : undefined;
}

/** The form that the database lets names be replaced by. */
const pseudonymOf = (bytes: Buffer) => `Person ${bytes.toString('hex').slice(0, 8)}`;

type Pair = { readonly subject: string | null; readonly name: string | null };
async function readPairs(db: pg.Pool, wanted: string): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (const column of PERSON_COLUMNS.filter(({ isLarge }) => !isLarge)) {
    const [name = 'NULL', subject = 'NULL'] = [nameSql(column), subjectSql(column)];
    const { rows } = await db.query<Pair>(
      `SELECT DISTINCT ${subject}::text AS subject, ${name}::text AS name FROM ${column.table} WHERE ${subject} = $1 OR ${name} = $1`,
      [wanted],
    );
    pairs.push(...rows);
  }
  return pairs;
}

/** Where somebody has worked: each write has an entry (rule 11.1), so the largest tables are not searched. */
export async function findPharmacies(db: pg.Pool, person: Person): Promise<number[]> {
  const found = new Set<number>();
  for (const column of PERSON_COLUMNS.filter(({ isLarge, isShared }) => !isLarge && !isShared)) {
    if (person.subject !== null && !column.subject) continue;
    const values = new Values();
    const { rows } = await db.query<{ apo_id: number }>(
      `SELECT DISTINCT apo_id FROM ${column.table} WHERE ${isPersonSql(column, person, values)}`,
      values.list,
    );
    for (const { apo_id } of rows) found.add(apo_id);
  }
  return [...found].toSorted((a, b) => a - b);
}
