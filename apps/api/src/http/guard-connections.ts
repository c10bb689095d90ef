import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { networkOf } from './rate-limit.ts';

/** Browsers and proxies wait for an answer. */
const MOST_OPEN = 8;
const MOST_PIECES = 1_024;
const SMALL_PIECE = 64;
const MOST_OFFENCES = 3;
const SHUT_MS = 10_000;
/** Of an address in a second. */
const MOST_LEFT = 200;
/** Of an address at once; a browser has six. */
const MOST_CONNECTIONS = 1_000;

/** False: nothing is to be answered. */
export type Admits = (request: IncomingMessage, response: ServerResponse) => boolean;

/**
 * One read may hold thousands of calls or pieces of a body. Rule 13.20.
 * @param options.isDirect no proxy in front
 */
export function guardConnections(server: Server, { isDirect, logger }: { isDirect: boolean; logger: Logger }): Admits {
  const open = new WeakMap<Socket, number>();
  const offences = new LRUCache<string, number>({ max: 5_000, ttl: SHUT_MS });
  const left = new LRUCache<string, number>({ max: 5_000, ttl: 1_000, noUpdateTTL: true });
  const counted = new WeakSet<Duplex>();
  const connected = new Map<string, number>();
  const offencesOf = (network: string) => offences.get(network) ?? 0;

  function close(socket: Socket, why: string): void {
    if (socket.destroyed) return;
    const network = networkOf(socket.remoteAddress ?? '');
    const offence = offencesOf(network) + 1;
    offences.set(network, offence);
    if (offence <= MOST_OFFENCES) logger.warn({ offence }, `a connection was closed: ${why}`);
    socket.destroy();
  }

  /** Or could not be read. */
  function countLeft(socket: Duplex, network: string): void {
    if (counted.has(socket)) return;
    counted.add(socket);
    const count = (left.get(network) ?? 0) + 1;
    left.set(network, count);
    if (count !== MOST_LEFT) return;
    offences.set(network, MOST_OFFENCES);
    logger.warn({ count }, 'an address is not heard: calls that it left');
  }

  if (isDirect) {
    server.prependListener('connection', (socket) => {
      const network = networkOf(socket.remoteAddress ?? '');
      const count = (connected.get(network) ?? 0) + 1;
      connected.set(network, count);
      socket.once('close', () => {
        const others = (connected.get(network) ?? 1) - 1;
        if (others > 0) connected.set(network, others);
        else connected.delete(network);
      });
      if (count > MOST_CONNECTIONS || offencesOf(network) >= MOST_OFFENCES) socket.destroy();
    });
    server.prependListener('clientError', (_error, socket) => {
      countLeft(socket, networkOf((socket as Socket).remoteAddress ?? ''));
    });
    server.prependListener('request', (request, response) => {
      const { socket } = request;
      const { remoteAddress = '' } = socket;
      response.once('close', () => {
        if (!response.writableFinished || !request.complete) countLeft(socket, networkOf(remoteAddress));
      });
    });
  }

  return (request, response) => {
    const { socket } = request;
    if (socket.destroyed) return false;
    const count = (open.get(socket) ?? 0) + 1;
    if (count > MOST_OPEN) {
      close(socket, 'calls before an answer');
      return false;
    }
    open.set(socket, count);
    response.once('close', () => open.set(socket, (open.get(socket) ?? 1) - 1));
    if (request.headers['transfer-encoding'] !== undefined) {
      countPieces(request, () => close(socket, 'small pieces of a body'));
    }
    return true;
  };
}

/** Of refused bodies, too. */
function countPieces(request: IncomingMessage, tooMany: () => void): void {
  const push = request.push.bind(request);
  let [pieces, bytes] = [0, 0];
  request.push = (piece: Buffer | null, encoding) => {
    if (request.socket.destroyed && piece !== null) return false;
    pieces += 1;
    bytes += piece?.length ?? 0;
    if (pieces <= MOST_PIECES || bytes >= SMALL_PIECE * pieces) return push(piece, encoding);
    tooMany();
    return false;
  };
}
