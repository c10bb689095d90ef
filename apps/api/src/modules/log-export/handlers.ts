import { ENDPOINTS, pathFor, REASON } from '@portal/contracts';
import { formatDate, mailAddress } from '@portal/rules';
import { ask, askOne, statement } from '../../db/statement.ts';
import type { Deps } from '../../deps.ts';
import { PortalError } from '../../http/errors.ts';
import type { Handlers } from '../../http/implement.ts';
import { TEXT } from '../../texts/de.ts';
import { writeMessage } from '../outbox/index.ts';
import { sendLogExport } from './download-log-export.ts';
import { beginsInFuture, type ExportRange, rangeSince } from './export-range.ts';
import { issueTicket, readTicket } from './ticket.ts';

/** Milliseconds: a second click, or a repeated call. */
const REPEAT_MS = 60_000;

const MOST_UNDER_WAY = 3;
const RETRY_SECONDS = 60;

const ORDERED = statement({ id: 'bigint' }, 'SELECT id FROM outbox WHERE once_key = ANY($1) AND created_at > $2');

const UNDER_WAY = statement(
  { count: 'int' },
  `SELECT count(*)::int AS count FROM outbox WHERE kind = 'logExport' AND status = 'waiting' AND payload ->> 'actor' = $1`,
);

/** Rule 11.4. */
export function logExportHandlers({
  database,
  clock,
  config,
  verifier,
}: Deps): Handlers<'exportLogs' | 'openLogExport' | 'downloadLogExport'> {
  const secret = config.mail.linkSecret;

  return {
    async exportLogs({ body, caller, request }) {
      const at = clock.now();
      const { since, until } = requirePast(rangeSince(body.changedSince, at), at);
      const token = request.get('authorization')?.replace(/^Bearer +/i, '') ?? '';
      const email = requireEmail(caller.email ?? (await verifier.askEmail(token, caller.subject)));
      const answer = { status: 'OK' as const, email };
      const order = `logExport ${caller.subject} ${since?.toISOString() ?? 'all'}`;
      const minute = Math.floor(at.getTime() / REPEAT_MS);
      const keys = [`${order} ${minute - 1}`, `${order} ${minute}`];
      const justBefore = [keys, new Date(at.getTime() - REPEAT_MS)];
      if ((await ask(database.pool, ORDERED, justBefore)).length > 0) return answer;
      const { count } = await askOne(database.pool, UNDER_WAY, [caller.subject]);
      if (count >= MOST_UNDER_WAY) throw underWay();
      await writeMessage(database.pool, {
        kind: 'logExport',
        at,
        onceKey: `${order} ${minute}`,
        payload: {
          to: email,
          name: caller.userName,
          since: since?.toISOString() ?? null,
          until: until.toISOString(),
          actor: caller.subject,
        },
      });
      return answer;
    },

    openLogExport({ body }) {
      const now = clock.now();
      const range = readTicket(secret, body.ticket, { purpose: 'mail', now });
      if (!range) throw outOfDate();
      const ticket = issueTicket(secret, { purpose: 'file', range, now });
      return {
        status: 'OK',
        url: pathFor(ENDPOINTS.downloadLogExport, { ticket }),
        since: range.since?.toISOString() ?? null,
        until: range.until.toISOString(),
      };
    },

    async downloadLogExport({ params, response }) {
      const range = readTicket(secret, params.ticket, { purpose: 'file', now: clock.now() });
      if (!range) throw outOfDate();
      await sendLogExport(database.pool, response, range);
    },
  };
}

/** @throws PortalError 422 */
function requirePast(range: ExportRange, now: Date): ExportRange {
  if (range.since === null || !beginsInFuture(range, now)) return range;
  const message = TEXT.logExport.future(formatDate(range.since, 'dd.MM.yyyy'));
  throw new PortalError(422, REASON.invalid, message, { issues: [{ path: 'changedSince', message }] });
}

/** @throws PortalError 422 when the identity provider names no usable address */
function requireEmail(named: string | undefined): string {
  const email = mailAddress(named ?? '');
  if (email === undefined) throw new PortalError(422, 'no_email', TEXT.logExport.noEmail);
  return email;
}

function underWay(): PortalError {
  const error = new PortalError(429, REASON.busy, TEXT.logExport.underWay(MOST_UNDER_WAY));
  error.retryAfterSeconds = RETRY_SECONDS;
  return error;
}

/** Forged, of another kind or expired alike. */
function outOfDate(): PortalError {
  return new PortalError(404, 'link_expired', TEXT.logExport.linkExpired);
}
