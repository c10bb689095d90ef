import { WITHOUT_ENCODING_HEADER } from '@portal/contracts';
import type { RequestHandler } from 'express';

/** Switched off (PORTAL_ZSTD), or unreadable for the caller (rule 13.14). */
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
