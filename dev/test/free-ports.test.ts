import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, test } from '@jest/globals';
import { canListen, freePort, freePortalPort } from '../src/free-ports.ts';
import { portsFrom } from '../src/ports.ts';

test('a portal gets ports that are all free', async () => {
  const asked: number[] = [];
  // Each range but the fourth has one port that is taken.
  const port = await freePortalPort(async (each) => {
    asked.push(each);
    return asked.length > 3 * 7 || asked.length % 7 !== 3;
  });
  expect(asked).toHaveLength(4 * 7);
  expect(asked.slice(-7)).toEqual(Object.values(portsFrom(port)));
  expect(port).toBeGreaterThanOrEqual(20_000);
  expect(port).toBeLessThan(30_000);
});

test('it says so when there are none', async () => {
  await expect(freePortalPort(async () => false)).rejects.toThrow('No free ports');
});

test('a port somebody listens on is not free', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  expect(await canListen(port)).toBe(false);
  server.close();
  await once(server, 'close');
  expect(await canListen(port)).toBe(true);
});

test('a single port is never one that the system lends to an outgoing connection', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, freePort));
  expect(ports.filter((port) => port < 10_000 || port >= 20_000)).toEqual([]);
});
