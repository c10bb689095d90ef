import { REASON } from '@portal/contracts';
import { PortalError, wrongState } from '../../http/errors.ts';
import { parseCursor, type Position } from './cursor.ts';
import { TILL_TEXT } from './till-texts.ts';

/** @throws PortalError 409 for a former shape, 422 */
export function positionOf(cursor: string, crmCompanyId: number): Position {
  const parsed = parseCursor(cursor);
  if (!parsed) throw refused(TILL_TEXT.unreadableCursor);
  if (parsed === 'former') throw wrongState(TILL_TEXT.outdatedCursor);
  if (parsed.walk) throw refused(TILL_TEXT.pageCursor);
  if (parsed.to.crmCompanyId !== crmCompanyId) throw refused(TILL_TEXT.foreignCursor);
  return parsed.to;
}

function refused(message: string): PortalError {
  return new PortalError(422, REASON.invalid, message);
}
