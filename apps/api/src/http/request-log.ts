import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { describeError } from '../logger.ts';

/** Never address (it holds tokens) or headers. Rule 1.12. */
export function requestLog(logger: Logger) {
  return pinoHttp({
    logger,
    genReqId: (_request: IncomingMessage, response: ServerResponse) => {
      const id = randomUUID();
      response.setHeader('X-Request-Id', id);
      return id;
    },
    wrapSerializers: false,
    serializers: {
      err: describeError,
      req: (request: { id: unknown; method: string }) => ({ id: request.id, method: request.method }),
      res: (response: { statusCode: number }) => ({ statusCode: response.statusCode }),
    },
    customLogLevel: (_request, response, error) => {
      if (error || response.statusCode >= 500) return 'error';
      return response.statusCode >= 400 ? 'warn' : 'debug';
    },
    customSuccessObject: describe,
    // The error itself is logged once, by the error handler.
    customErrorObject: describe,
  });
}

function describe(
  request: IncomingMessage & { operation?: string },
  response: ServerResponse,
  ...rest: [...unknown[], { responseTime?: number }]
) {
  const { responseTime } = rest.at(-1) as { responseTime?: number };
  return { operation: request.operation ?? 'other', res: response, responseTime };
}

/** The id that answers and log lines share. */
export function requestIdOf(request: IncomingMessage): string {
  return String(request.id ?? '');
}
