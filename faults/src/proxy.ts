import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A way to a server that can be cut while the server itself goes on. */
export type TcpProxy = {
  readonly url: string;
  /** Where it leads. */
  leadTo(port: number): void;
  /**
   * 'open' passes everything on, 'refusing' is a server that is down, 'silent' one that accepts and never answers; each of them
   * cuts the connections there are. 'swallowing' leaves them open and passes nothing on, also to new ones, until `release`.
   */
  set(state: 'open' | 'refusing' | 'silent' | 'swallowing'): Promise<void>;
  /** After 'swallowing': what was held back arrives after all. */
  release(): void;
  close(): Promise<void>;
};

export async function openProxy(): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let target = 0;
  let silent = false;
  let swallowing = false;
  const server: Server = createServer((socket) => {
    keep(socket);
    if (silent) return;
    const onward = keep(connect(target, '127.0.0.1'));
    if (swallowing) return void socket.pause();
    onward.on('error', () => socket.destroy());
    socket.pipe(onward).pipe(socket);
  });
  const keep = (socket: Socket) => {
    sockets.add(socket);
    // Cutting connections is what this is for; the other end notices.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    return socket;
  };
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const shut = () =>
    new Promise<void>((resolve) => {
      if (!server.listening) return resolve();
      server.close(() => resolve());
      cut();
    });
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    leadTo(next) {
      target = next;
    },
    release() {
      swallowing = false;
      for (const socket of sockets) socket.resume();
    },
    async set(state) {
      swallowing = state === 'swallowing';
      if (swallowing) {
        for (const socket of sockets) socket.pause();
        return;
      }
      silent = state === 'silent';
      cut();
      if (state === 'refusing') await shut();
      else if (!server.listening) await listen(port);
    },
    close: shut,
  };
}
