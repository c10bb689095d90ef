import { type DestinationStream, type Logger, pino } from 'pino';

/** Properties of errors that say what went wrong and never whose data it was. */
const KEPT = [
  'code',
  'severity',
  'schema',
  'table',
  'column',
  'constraint',
  'syscall',
  'errno',
  'responseCode',
  'command',
];
const DEEPEST_CAUSE = 4;

/**
 * The log of the api: JSON lines on standard output. Of an error it keeps kind, text, stack and codes; what else drivers hang
 * on their errors (rows, parameters, recipients, requests) stays out, and so do addresses, tokens and logins in texts.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination ?? pino.destination(1));
}

type Described = { type: string; message: string; stack?: string; cause?: Described; [kept: string]: unknown };

/** An error as it may be logged. */
export function describeError(error: unknown): Described {
  return describeCaused(error, 0);
}

function describeCaused(error: unknown, depth: number): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(String(error)) };
  const described: Described = { type: error.name, message: mask(error.message) };
  if (error.stack) described.stack = framesOf(error.stack);
  const all = error as Error & Record<string, unknown>;
  for (const name of KEPT) {
    const value = all[name];
    if (typeof value === 'string' || typeof value === 'number') described[name] = value;
  }
  if (error.cause !== undefined && depth < DEEPEST_CAUSE) described.cause = describeCaused(error.cause, depth + 1);
  return described;
}

const MASKS: [RegExp, string][] = [
  [/\beyJ[\w-]+\.[\w-]*(\.[\w-]*)*/g, '<token>'],
  [/\bBearer\s+\S+/gi, 'Bearer <token>'],
  [/(\/\/)[^/\s@:]+(:[^/\s@]*)?@/g, '$1<login>@'],
  [/[^\s<>"'(),;:=]+@[^\s<>"'(),;:]+/g, '<address>'],
  // Addresses of the portal carry pharmacy tokens and signed tickets.
  [/\b(https?:\/\/[^/\s"']+)\/[^\s"'`)]+/g, '$1/<path>'],
  [/(?<![\w.-])\/(api|p)\/[^\s"'`)]*/g, '/$1/<path>'],
];

/** Where it happened: functions and files of the program, which hold no personal data; the text before them is `message`. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at (?:[\w.<>[\] #$]+ \(.+\)|(?:async )?[\w./@+:\\-]+:\d+:\d+)$/.test(line))
    .join('\n');
}

function mask(text: string): string {
  return MASKS.reduce((masked, [pattern, put]) => masked.replace(pattern, put), text);
}
