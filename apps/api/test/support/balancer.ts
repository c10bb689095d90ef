import { Agent, createServer, type IncomingMessage, request as send, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isReady, pause } from './api-instance.ts';

/** How often each instance is asked whether it is ready. */
const PROBE_MS = 50;

export type Balancer = {
  readonly url: string;
  /** How many requests each address has answered. */
  readonly served: ReadonlyMap<string, number>;
  /** The addresses that get requests at present. */
  inService(): string[];
  close(): Promise<void>;
};

/**
 * What stands in front of several instances in operation: turn by turn, over connections that are kept open, and only to
 * instances whose readiness answers 200. A refused connection goes to the next instance, since nothing was sent yet;
 * any other error is passed on, as a proxy must with a write.
 */
export async function startBalancer(addresses: readonly string[]): Promise<Balancer> {
  const agents = new Map(addresses.map((address) => [address, new Agent({ keepAlive: true })]));
  const up = new Set<string>();
  const served = new Map<string, number>();
  let turn = 0;
  let closing = false;

  const probe = async (address: string) => {
    while (!closing) {
      if (await isReady(address)) up.add(address);
      else up.delete(address);
      await pause(PROBE_MS);
    }
  };
  const probes = addresses.map(probe);

  const pass = (address: string, request: IncomingMessage, response: ServerResponse, left: string[]) => {
    const { hostname, port } = new URL(address);
    const { connection: _ours, ...headers } = request.headers;
    const onward = send(
      { hostname, port, path: request.url, method: request.method, headers, agent: agents.get(address) },
      (answer) => {
        served.set(address, (served.get(address) ?? 0) + 1);
        const { connection: _its, 'keep-alive': _alive, ...kept } = answer.headers;
        response.writeHead(answer.statusCode ?? 502, { ...kept, 'X-Instance': port });
        answer.on('error', () => response.destroy());
        answer.pipe(response);
      },
    );
    onward.on('error', (error: NodeJS.ErrnoException) => {
      const next = left[0];
      if (error.code === 'ECONNREFUSED' && next !== undefined) {
        up.delete(address);
        pass(next, request, response, left.slice(1));
      } else if (response.headersSent) response.destroy();
      else response.writeHead(502).end(`${error.code} ${error.message}`);
    });
    request.pipe(onward);
  };

  const server = createServer((request, response) => {
    const ready = addresses.filter((address) => up.has(address));
    turn += 1;
    const order = ready.map((_, index) => ready[(turn + index) % ready.length] as string);
    const first = order[0];
    if (first === undefined) response.writeHead(502).end('no instance is ready');
    else pass(first, request, response, order.slice(1));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  while (up.size < addresses.length) await pause(PROBE_MS);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    served,
    inService: () => [...up],
    async close() {
      closing = true;
      await Promise.all(probes);
      for (const agent of agents.values()) agent.destroy();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
