import { createServer, type Server } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';

/** On an address of its own: not public. */
export function createMetricsServer(metrics: Metrics, logger: Logger): Server {
  const server = createServer({ requestTimeout: 10_000 }, (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
      response.writeHead(404, { 'Content-Type': 'text/plain' }).end('404\n');
      return;
    }
    metrics.text().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.registry.contentType }).end(text),
      (error: unknown) => {
        logger.error({ err: error }, 'the metrics could not be read');
        response.writeHead(500, { 'Content-Type': 'text/plain' }).end('500\n');
      },
    );
  });
  return server;
}
