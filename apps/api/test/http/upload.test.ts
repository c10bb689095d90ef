import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from '@jest/globals';
import express, { type Request, type Response } from 'express';
import { receiveUpload } from '../../src/http/upload.ts';

// A sender may go at any moment. Whatever moment it is, the call ends: it holds a folder and one of the few places of the intake.
test.each([
  ['before a byte of the file', ''],
  ['in the middle of the file', '--b\r\nContent-Disposition: form-data; name="csv"; filename="a.csv"\r\n\r\nPZN;True'],
])(
  'a sender goes while the folder for its file is made, %s',
  async (_, begun) => {
    const ended = Promise.withResolvers<unknown>();
    const app = express().post('/', (request: Request, response: Response) => {
      const receiving = receiveUpload('csv', request, response);
      request.destroy();
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
