type Coded = {
  code?: unknown;
  message?: unknown;
  cause?: unknown;
  meta?: { driverAdapterError?: unknown };
  kind?: unknown;
};

/** Of the network, and of PostgreSQL in trouble or failing over. */
const TRANSIENT_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EAI_AGAIN',
  'ENOTFOUND',
  '08000',
  '08001',
  '08003',
  '08004',
  '08006',
  '25006',
  '25P03',
  '40001',
  '40P01',
  '53100',
  '53200',
  '53300',
  '55P03',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '57P05',
  '58000',
  '58030',
]);

/** pg and its pool say these without a code. */
const TRANSIENT_MESSAGES =
  /^(timeout exceeded when trying to connect|connection terminated|client has encountered a connection error|client was closed|cannot use a pool after calling end|query read timeout|timeout expired)/i;

/** XX000 of a coordinator that lost a node. */
const TRANSIENT_BETWEEN_SERVERS =
  /^(failure on connection marked as essential|server closed the connection unexpectedly|SSL (SYSCALL error|connection has been closed)|connection not open|terminating connection due to)/;

/** Prisma's names for the same. */
const TRANSIENT_KINDS = new Set(['DatabaseNotReachable', 'ConnectionClosed', 'SocketTimeout', 'TooManyConnections']);

/** No space, no quota, or too large a file. */
const FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** Answered 503; all or nothing of the call was done. */
export function isTransientError(error: unknown): boolean {
  return chain(error).some(
    ({ code, message, kind }) =>
      (typeof code === 'string' && TRANSIENT_CODES.has(code)) ||
      (typeof kind === 'string' && TRANSIENT_KINDS.has(kind)) ||
      (typeof message === 'string' &&
        (TRANSIENT_MESSAGES.test(message) || (code === 'XX000' && TRANSIENT_BETWEEN_SERVERS.test(message)))),
  );
}

export function isStorageFull(error: unknown): boolean {
  return chain(error).some(({ code }) => typeof code === 'string' && FULL_CODES.has(code));
}

/** Prisma nests the driver's error. */
function chain(error: unknown): Coded[] {
  const found: Coded[] = [];
  for (let next: unknown = error; isObject(next) && found.length < 8; ) {
    found.push(next);
    next = next.meta?.driverAdapterError ?? next.cause;
  }
  return found;
}

function isObject(value: unknown): value is Coded {
  return typeof value === 'object' && value !== null;
}
