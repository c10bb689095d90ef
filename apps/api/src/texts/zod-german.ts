import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

/** What is expected or given, with its article in the nominative. */
const KIND: Readonly<Record<string, string>> = {
  string: 'ein Text',
  number: 'eine Zahl',
  int: 'eine ganze Zahl',
  bigint: 'eine ganze Zahl',
  boolean: 'ja oder nein (true, false)',
  array: 'eine Liste',
  tuple: 'eine Liste',
  set: 'eine Liste',
  object: 'ein Objekt',
  record: 'ein Objekt',
  map: 'ein Objekt',
  date: 'ein Datum',
  nan: 'keine Zahl',
  null: 'nichts',
  undefined: 'nichts',
  never: 'nichts',
};

const FORMAT: Readonly<Record<string, string>> = {
  date: 'Erwartet wird ein Datum wie 2026-03-31.',
  datetime: 'Erwartet wird ein Zeitpunkt wie 2026-03-31T08:00:00Z.',
  time: 'Erwartet wird eine Uhrzeit wie 08:00:00.',
  url: 'Erwartet wird eine vollständige Adresse wie https://www.example.com.',
  email: 'Erwartet wird eine E-Mail-Adresse.',
};

export const GERMAN = { localeError: (issue: Issue): string => message(issue) };

function message(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return wrongKind(String(issue.expected), issue.input);
    case 'invalid_value':
      return issue.values.length === 1
        ? `Erwartet wird ${String(issue.values[0])}.`
        : `Erlaubt sind ${issue.values.map(String).join(', ')}.`;
    case 'too_big':
      return tooBig(issue.origin, String(issue.maximum), issue.inclusive !== false);
    case 'too_small':
      return tooSmall(issue.origin, String(issue.minimum), issue.inclusive !== false);
    case 'invalid_format':
      return FORMAT[issue.format] ?? 'Die Angabe hat nicht die erwartete Form.';
    case 'not_multiple_of':
      return `Die Zahl muss ein Vielfaches von ${String(issue.divisor)} sein.`;
    case 'unrecognized_keys':
      return `Unbekannt: ${issue.keys.join(', ')}.`;
    case 'invalid_union':
      return issue.input === undefined ? 'Die Angabe fehlt.' : 'Die Angabe hat keine der erlaubten Formen.';
    case 'invalid_key':
      return 'Ein Name ist nicht erlaubt.';
    default:
      return 'Die Angabe ist nicht erlaubt.';
  }
}

function wrongKind(expected: string, input: unknown): string {
  if (input === undefined) return 'Die Angabe fehlt.';
  return `Erwartet wird ${KIND[expected] ?? 'etwas anderes'}, angegeben ist ${KIND[kindOf(input)] ?? 'etwas anderes'}.`;
}

function kindOf(input: unknown): string {
  if (input === null) return 'null';
  if (Array.isArray(input)) return 'array';
  return Number.isNaN(input) ? 'nan' : typeof input;
}

const UNIT: Readonly<Record<string, readonly [one: string, many: string]>> = {
  string: ['Zeichen', 'Zeichen'],
  array: ['Eintrag', 'Einträge'],
  set: ['Eintrag', 'Einträge'],
  map: ['Eintrag', 'Einträge'],
  file: ['Byte', 'Bytes'],
};

function counted(count: string, origin: string): string {
  const unit = UNIT[origin]?.[count === '1' ? 0 : 1];
  const number = /^\d+$/.test(count) ? Number(count).toLocaleString('de-DE') : count.replace('.', ',');
  return unit === undefined ? number : `${number} ${unit}`;
}

function tooBig(origin: string, maximum: string, inclusive: boolean): string {
  const most = counted(maximum, origin);
  if (UNIT[origin]) return `Erlaubt sind höchstens ${most}.`;
  return inclusive ? `Der Wert darf höchstens ${most} sein.` : `Der Wert muss kleiner als ${most} sein.`;
}

function tooSmall(origin: string, minimum: string, inclusive: boolean): string {
  if (UNIT[origin] && minimum === '1')
    return origin === 'string' ? 'Der Text darf nicht leer sein.' : 'Die Liste darf nicht leer sein.';
  const least = counted(minimum, origin);
  if (UNIT[origin]) return `Nötig sind mindestens ${least}.`;
  return inclusive ? `Der Wert muss mindestens ${least} sein.` : `Der Wert muss größer als ${least} sein.`;
}
