import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';

/**
 * One log line a request with id, operation, status and duration. Never the address, since paths carry pharmacy
 * tokens, and never headers.
 */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: (_request: IncomingMessage, response: ServerResponse) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    serializers: {
      req: (request: { id: unknown; method: string }) => ({ id: request.id, method: request.method }),
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
    customProps: (request: IncomingMessage & { operation?: string }) => ({ operation: request.operation ?? 'other' }),
    customLogLevel: (_request, response, error) => {
      if (error || response.statusCode >= 500) return 'error';
      return response.statusCode >= 400 ? 'warn' : 'debug';
    },
    // The error itself is logged once, by the error handler.
    customErrorObject: () => ({}),
  });
}

/** The id that answers and log lines share. */
export function requestIdOf(request: IncomingMessage): string {
  return String(request.id ?? '');
}
