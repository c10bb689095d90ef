import { isLzdUploadBlocked } from '@portal/rules';
import type { Clock } from '../../clock.ts';
import { fileRefused } from '../../http/errors.ts';
import { INTAKE_TEXT } from './intake-texts.ts';

/**
 * Rule 7.6.
 * @throws PortalError 409
 */
export function requireUploadWindow(clock: Clock): void {
  if (isLzdUploadBlocked(clock.now())) throw fileRefused(409, INTAKE_TEXT.uploadBlocked);
}
