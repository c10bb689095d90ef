import { REASON } from '@portal/contracts';
import { PortalError } from '../http/errors.ts';
import { ChildPoolError } from './pool.ts';

const RETRY_SECONDS = 20;

type RefusalTexts = { readonly busy: string; readonly ownBusy: string; readonly tooCostly: string };

/** What the caller learns of a job that was not done, 422, 429 or 503; other errors as they are. Rule 13.16. */
export function refusalOf(error: unknown, { busy, ownBusy, tooCostly }: RefusalTexts): unknown {
  if (!(error instanceof ChildPoolError)) return error;
  if (error.refusal === 'memory' || error.refusal === 'cost') return new PortalError(422, REASON.invalid, tooCostly);
  const isOwn = error.refusal === 'own';
  const refused = new PortalError(isOwn ? 429 : 503, REASON.busy, isOwn ? ownBusy : busy);
  refused.retryAfterSeconds = RETRY_SECONDS;
  return refused;
}
