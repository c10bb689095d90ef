import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { Metrics } from '../metrics/metrics.ts';

/** The client left before the answer was complete. */
const BROKEN_OFF = 499;

export function requestMetrics(metrics: Metrics): RequestHandler {
  return (request, response, next) => {
    const start = process.hrtime.bigint();
    response.once('close', () => {
      const { operation = 'other' } = request as IncomingMessage & { operation?: string };
      const status = response.writableFinished ? response.statusCode : BROKEN_OFF;
      metrics.request(operation, knownMethod(request.method), status, Number(process.hrtime.bigint() - start) / 1e9);
    });
    next();
  };
}

/** Made-up methods would each become a series. */
function knownMethod(method: string): string {
  return ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'].includes(method) ? method : 'other';
}
