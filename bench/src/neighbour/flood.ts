import net from 'node:net';
import type { Flood } from './job.ts';
import { type Sender, XSRF } from './send.ts';
import type { Shot } from './shots.ts';

const AT_ONCE = { calls: 2_000, pieces: 10_000 } as const;
const LONGEST_MS = 5_000;

/**
 * Fills a connection of its own until the portal closes it, or for five seconds.
 * @returns the status of the first answer; 0 without one
 */
export function flood({ url, token, address, signal }: Sender, { method, path }: Shot, how: Flood): Promise<number> {
  const { host, hostname, port } = new URL(url);
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${host}`,
    ...(token ? [`Authorization: Bearer ${token}`, `Cookie: XSRF-TOKEN=${XSRF}`, `X-XSRF-TOKEN: ${XSRF}`] : []),
  ].join('\r\n');
  const call = `${head}\r\n\r\n`;
  const opened = `${head}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  const block = Buffer.from((how === 'calls' ? call : '1\r\n \r\n').repeat(AT_ONCE[how]));
  return new Promise((resolve) => {
    let status = 0;
    const until = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
    const socket = net.connect({ host: hostname, port: Number(port), localAddress: address, signal: until });
    const fill = () => {
      while (!socket.destroyed && socket.write(block));
    };
    socket.on('connect', () => {
      if (how === 'pieces') socket.write(opened);
      fill();
    });
    socket.on('drain', fill);
    socket.on('data', (data) => {
      status ||= Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 0);
    });
    socket.on('error', () => {}).on('close', () => resolve(status));
  });
}
