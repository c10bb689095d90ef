import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { type Refusal, REASON } from '@portal/contracts';
import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { answerClientErrors, refuse, securityHeadersOf } from './http/client-errors.ts';
import { TEXT } from './texts/de.ts';

const READINESS = '/api/health/ready';
/** How often half-open connections and slow requests are looked for. */
const CHECK_MS = 5_000;
/** How much longer than a request a connection may be silent; Node closes it after one to two times that. */
const IDLE_MS = 15_000;
/** How often connections that have become idle are closed at the end. */
const CLOSE_IDLE_MS = 50;

export type GracefulServer = {
  readonly server: Server;
  /**
   * Takes the server out of service without failing a request: readiness answers 503 and every answer asks to close its
   * connection, so that a balancer sends new requests elsewhere; after `drainMs` nothing new is accepted; requests under way
   * are finished. Calling it again skips the rest of the drain time.
   * @returns how many requests were cut off because they were still open `deadlineMs` after the drain time
   */
  stop(times: { drainMs: number; deadlineMs: number }): Promise<number>;
};

/**
 * An HTTP server that outlives slow clients and stops gracefully (rule 13.10).
 * `requestMs` bounds how long a client may take to send a request; a connection on which nothing moves for longer than that
 * is closed, so that a client that stops reading holds nothing for ever. `headers` gives the headers of answers that are not
 * the application's.
 */
export function createGracefulServer(
  app: RequestListener,
  { requestMs, logger, headers }: { requestMs: number; logger: Logger; headers: RequestHandler },
): GracefulServer {
  const open = new Set<ServerResponse>();
  let stopping: Promise<number> | undefined;
  let endDrain = () => {};

  const server = createServer(
    {
      requestTimeout: requestMs,
      headersTimeout: Math.min(requestMs, 20_000),
      // Longer than the idle time of the usual proxies (60 s), so that they and not we close first.
      keepAliveTimeout: 65_000,
      connectionsCheckingInterval: CHECK_MS,
      // Asked for below: Node's own answer would lack the headers of all others.
      requireHostHeader: false,
    },
    (request, response) => {
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
    // What an HTTP server adds to closing is to end idle connections at once, see below.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // An answer that had begun before could no longer say that its connection ends.
    const idle = setInterval(() => {
      // Node calls a connection idle as soon as its answer is written, and would cut off one that is still on its way.
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
