import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { receiveUpload } from '../../src/http/upload.ts';

// A sender may go at any moment. Whatever moment it is, the call ends: it holds a folder and one of the few places of the intake.
const FORM = '--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nPZN;True';
/** Multer gives the request a body as soon as it begins to read. */
const isRead = async (request: Request) => {
  while (request.body === undefined) await new Promise((resolve) => setTimeout(resolve, 1));
};
test.each([
  ['while the folder for its file is made, before a byte of it', '', false],
  ['while the folder for its file is made, in the middle of it', FORM, false],
  ['before a byte of its file', '', true],
  ['in the middle of its file', FORM, true],
])(
  'a sender goes %s',
  async (_, begun, whileRead) => {
    const ended = Promise.withResolvers<unknown>();
    const app = express().post('/', (request: Request, response: Response) => {
      const receiving = receiveUpload('csv', request, response);
      if (whileRead) void isRead(request).then(() => socket.destroy());
      else request.destroy();
      ended.resolve(receiving.catch((error: unknown) => error));
    });
    const server = app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
    socket.write(
      `POST / HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n${begun}`,
    );
    expect(await ended.promise).toMatchObject({ httpStatus: 400, reason: 'invalid_request' });
    socket.destroy();
    server.close();
  },
  5_000,
);
