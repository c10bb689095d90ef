import type { CostClass, Endpoint } from '@portal/contracts';
import type { Request } from 'express';
import type { Authenticate } from '../auth/bearer.ts';
import type { Caller } from '../auth/verifier.ts';
import { notSignedIn, PortalError } from './errors.ts';
import type { Counted, RateLimits } from './rate-limit.ts';

/**
 * Before anything else. An invalid token counts as none, so guessing is limited by address.
 * @throws PortalError 401, 429
 */
export type Identify = (
  endpoint: Pick<Endpoint, 'access'>,
  request: Request,
  who: Counted,
) => Promise<Caller | undefined>;

export function createIdentify(deps: { authenticate: Authenticate; limits: RateLimits }): Identify {
  return async ({ access }, request, who) => {
    if (access.kind === 'public') return undefined;
    const caller = await deps.authenticate(request);
    who.subject = caller?.subject;
    who.access = caller?.access;
    await deps.limits.checkRefusals(who);
    if (!caller) throw notSignedIn();
    return caller;
  };
}

export async function countRefusals(
  limits: RateLimits,
  request: Request,
  work: (who: Counted) => Promise<void>,
): Promise<void> {
  const who: Counted = { subject: undefined, address: request.ip };
  try {
    await work(who);
  } catch (error) {
    if (error instanceof PortalError) {
      const { httpStatus, reason } = error;
      if (httpStatus === 401 || httpStatus === 403) await limits.countRefusal(who);
      const { operation, cost } = request as Request & { operation?: string; cost?: CostClass };
      if (httpStatus === 429) limits.tell(who, { operation, cost, reason });
    }
    throw error;
  }
}
