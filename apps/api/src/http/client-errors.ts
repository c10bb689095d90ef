import { randomUUID } from 'node:crypto';
import { IncomingMessage, type Server, ServerResponse, STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { REASON, type Refusal } from '@portal/contracts';
import type { Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { TEXT } from '../texts/de.ts';

type Status = keyof typeof TEXT.http;

const STATUS: Readonly<Record<string, Status>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/**
 * With security headers, a German sentence and a request id.
 * @param hasAnswer an answer has begun
 */
export function answerClientErrors(
  server: Server,
  { headers, logger, hasAnswer }: { headers: RequestHandler; logger: Logger; hasAnswer: (socket: Duplex) => boolean },
): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable || hasAnswer(socket)) {
      socket.destroy();
      return;
    }
    const status = STATUS[error.code ?? ''] ?? 400;
    const { requestId, body } = refusalOf(status);
    logger.warn({ requestId, statusCode: status, code: error.code }, 'no request could be read');
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      ...Object.entries({ ...securityHeadersOf(headers), ...headersOf(requestId, body), Connection: 'close' }).map(
        ([name, value]) => `${name}: ${String(value)}`,
      ),
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
  });

  server.on('checkExpectation', (_request, response) => refuse(response, 417, headers));
}

export function refuse(response: ServerResponse, status: Status, headers: RequestHandler): void {
  const { requestId, body } = refusalOf(status);
  response
    .writeHead(status, { ...securityHeadersOf(headers), ...headersOf(requestId, body), Connection: 'close' })
    .end(body);
}

function refusalOf(status: Status): { requestId: string; body: string } {
  const requestId = randomUUID();
  const reason = status === 413 || status === 431 ? REASON.tooLarge : REASON.invalid;
  const refusal: Refusal = { status: 'ERROR', reason, message: TEXT.http[status], requestId };
  return { requestId, body: JSON.stringify(refusal) };
}

function headersOf(requestId: string, body: string) {
  return {
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Cache-Control': 'no-store',
  };
}

export function securityHeadersOf(headers: RequestHandler): Record<string, string> {
  const response = Object.assign(new ServerResponse(new IncomingMessage(new Socket())), { locals: {} });
  void headers({} as Request, response as unknown as Response, () => {});
  return Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
}
