import { type DestinationStream, type Logger, pino } from 'pino';

const SAFE_FIELDS = [
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

/** JSON lines without rows, parameters, addresses, tokens and logins. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, destination ?? pino.destination(1));
}

type Described = { type: string; message: string; stack?: string; cause?: Described; [field: string]: unknown };

/** An error as it may be logged. */
export function describeError(error: unknown): Described {
  return describeCaused(error, 0);
}

function describeCaused(error: unknown, depth: number): Described {
  if (!(error instanceof Error)) return { type: typeof error, message: mask(String(error)) };
  const described: Described = { type: error.name, message: mask(error.message) };
  if (error.stack) described.stack = framesOf(error.stack);
  const all = error as Error & Record<string, unknown>;
  for (const name of SAFE_FIELDS) {
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

function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter((line) => /^ {4}at (?:[\w.<>[\] #$]+ \(.+\)|(?:async )?[\w./@+:\\-]+:\d+:\d+)$/.test(line))
    .join('\n');
}

function mask(text: string): string {
  return MASKS.reduce((masked, [pattern, put]) => masked.replace(pattern, put), text);
}
