import { REASON } from '@portal/contracts';
import { type Access as CallerAccess, isReleased } from '@portal/rules';
import { PortalError } from '../../http/errors.ts';
import type { UpdateRow } from './lock-update.ts';
import { UPDATE_TEXT } from './update-texts.ts';

export type Access = Pick<CallerAccess, 'staff'>;

/**
 * Before anything else is told (rules 6.19 and 6.22).
 * @throws PortalError 403
 */
export function requireVisible(update: UpdateRow, { staff }: Access): void {
  if (staff) return;
  if (update.status < 0) throw new PortalError(403, REASON.forbidden, UPDATE_TEXT.gone);
  if (!isReleased(update)) throw new PortalError(403, REASON.notReleased, UPDATE_TEXT.notReleased);
}

/**
 * Staff included (rule 6.19).
 * @throws PortalError 409
 */
export function requireReleased(update: UpdateRow): void {
  if (!isReleased(update)) throw new PortalError(409, REASON.notReleased, UPDATE_TEXT.notReleased);
}
