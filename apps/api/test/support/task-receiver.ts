import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Stands for the customer centre: notes which messages came, however often. */
export type TaskReceiver = { readonly url: string; readonly received: string[]; close(): Promise<void> };

/** @param delayMs how long it takes to answer, so that a sender can be met in the middle */
export async function startTaskReceiver(delayMs = 0): Promise<TaskReceiver> {
  const received: string[] = [];
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      received.push(String(request.headers['idempotency-key']));
      setTimeout(() => response.writeHead(204).end(), delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tasks`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
