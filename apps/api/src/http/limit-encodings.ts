import { WITHOUT_ENCODING_HEADER } from '@portal/contracts';
import type { RequestHandler } from 'express';

/**
 * Takes zstd out of what a request accepts, where the operator has switched it off (PORTAL_ZSTD) or the caller could not read it: proxies
 * and virus scanners spoil what they do not know (rule 13.14). Answers that may be in zstd name the header in Vary.
 */
export function limitEncodings({ zstd }: { zstd: boolean }): RequestHandler {
  return (request, _response, next) => {
    const accepted = request.headers['accept-encoding'];
    if (accepted !== undefined && (!zstd || request.get(WITHOUT_ENCODING_HEADER)?.trim().toLowerCase() === 'zstd')) {
      const others = accepted.split(',').filter((each) => !/^\s*zstd\s*(;|$)/i.test(each));
      // for '*', which would include it
      request.headers['accept-encoding'] = [...others, 'zstd;q=0'].join(',');
    }
    next();
  };
}
