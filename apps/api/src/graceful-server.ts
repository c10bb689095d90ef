import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { type Refusal, REASON } from '@portal/contracts';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { answerClientErrors, refuse, securityHeadersOf } from './http/client-errors.ts';
import { guardConnections } from './http/guard-connections.ts';
import { TEXT } from './texts/de.ts';

const READINESS = '/api/health/ready';
/** How often half-open connections and slow requests are looked for. */
const CHECK_MS = 5_000;
/** Milliseconds beyond a request's time. */
const IDLE_MS = 15_000;
const CLOSE_IDLE_MS = 50;

export type GracefulServer = {
  readonly server: Server;
  /**
   * 503 on readiness and `Connection: close`; after `drainMs` nothing new; again: skips the drain.
   * @returns requests cut off after `deadlineMs`
   */
  stop(times: { drainMs: number; deadlineMs: number }): Promise<number>;
};

/** Rule 13.10. A connection without progress for `requestMs` is closed. */
export function createGracefulServer(
  app: RequestListener,
  {
    requestMs,
    logger,
    headers,
    isDirect,
  }: { requestMs: number; logger: Logger; headers: RequestHandler; isDirect: boolean },
): GracefulServer {
  const open = new Set<ServerResponse>();
  let stopping: Promise<number> | undefined;
  let endDrain = () => {};

  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: Math.min(requestMs, 20_000),
      // Longer than usual proxies (60 s): they must close first.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: CHECK_MS,
      // Node's own answer would lack our headers.
      requireHostHeader: false,
    },
    (request, response) => {
      if (!admits(request, response)) return;
      open.add(response);
      response.once('close', () => open.delete(response));
      if (stopping) {
        response.setHeader('Connection', 'close');
        if (request.url?.split('?')[0] === READINESS) {
          refuseStopping(response, headers);
          return;
        }
      }
      if (request.headers.host === undefined && request.httpVersion === '1.1') refuse(response, 400, headers);
      else app(request, response);
    },
  );
  const admits = guardConnections(server, { isDirect, logger });
  server.timeout = requestMs + IDLE_MS;
  answerClientErrors(server, {
    headers,
    logger,
    hasAnswer: (socket) => [...open].some((response) => response.socket === socket && response.headersSent),
  });

  async function finish(drainMs: number, deadlineMs: number): Promise<number> {
    for (const response of open) if (!response.headersSent) response.setHeader('Connection', 'close');
    await new Promise<void>((resolve) => {
      endDrain = resolve;
      setTimeout(resolve, drainMs);
    });
    let cutOff = 0;
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    const idle = setInterval(() => {
      // Node calls a connection idle while its answer is still being sent.
      const isSending = [...open].some((response) => response.writableEnded && !response.writableFinished);
      if (!isSending) server.closeIdleConnections();
    }, CLOSE_IDLE_MS);
    const deadline = setTimeout(() => {
      cutOff = open.size;
      logger.error({ requests: cutOff }, 'requests still open at the deadline are cut off');
      server.closeAllConnections();
    }, deadlineMs);
    await closed;
    clearInterval(idle);
    clearTimeout(deadline);
    return cutOff;
  }

  return {
    server,
    stop({ drainMs, deadlineMs }) {
      if (stopping) endDrain();
      stopping ??= finish(drainMs, deadlineMs);
      return stopping;
    },
  };
}

function refuseStopping(response: ServerResponse, headers: RequestHandler): void {
  const body: Refusal = { status: 'ERROR', reason: REASON.internal, message: TEXT.unavailable, requestId: '' };
  response
    .writeHead(503, {
      ...securityHeadersOf(headers),
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
    })
    .end(JSON.stringify(body));
}
