import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import { type Counted, networkOf, type TellLimited } from './rate-limit.ts';

const MINUTE_MS = 60_000;
const LINES_A_MINUTE = 60;
const DIGEST_SIGNS = 12;

/** Each caller once a minute and class, by a digest in place of subject or address. Rules 1.12 and 13.5. */
export function createLimitedLog(logger: Logger, secret: string, now = () => performance.now()): TellLimited {
  const told = new Set<string>();
  let ends = 0;
  return (who, { operation, cost, reason }) => {
    if (now() >= ends) {
      ends = now() + MINUTE_MS;
      told.clear();
    }
    if (told.size >= LINES_A_MINUTE) return;
    const digest = createHmac('sha256', secret)
      .update(`limited ${who.subject ?? networkOf(who.address ?? '')}`)
      .digest('hex')
      .slice(0, DIGEST_SIGNS);
    const line = `${digest} ${cost} ${reason}`;
    if (told.has(line)) return;
    told.add(line);
    const pharmacy = who.pharmacy || who.access?.tillSyncCrmIds[0];
    logger.warn({ operation, class: cost, reason, role: roleOf(who), pharmacy, who: digest }, 'a call was limited');
  };
}

function roleOf({ subject, access }: Counted): string {
  if (subject === undefined || !access) return 'nobody';
  if (access.staff) return 'staff';
  if (access.pricingEngine) return 'pricing_engine';
  if (access.customerCentre) return 'customer_centre';
  if (access.pharmacyCrmIds.length > 0) return 'pharmacy';
  return access.tillSyncCrmIds.length > 0 ? 'till' : 'none';
}
