import { ENDPOINTS, pathFor, REASON } from '@portal/contracts';
import { formatDate, mailAddress } from '@portal/rules';
import { ask, statement } from '../../db/statement.ts';
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

const ORDERED = statement({ id: 'bigint' }, 'SELECT id FROM outbox WHERE once_key = $1 AND created_at > $2');

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
      const justBefore = [`${order} ${minute - 1}`, new Date(at.getTime() - REPEAT_MS)];
      if ((await ask(database.pool, ORDERED, justBefore)).length > 0) return answer;
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

/** Forged, of another kind or expired alike. */
function outOfDate(): PortalError {
  return new PortalError(404, 'link_expired', TEXT.logExport.linkExpired);
}
