import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';

/**
 * Answers to a page that stop in the middle until they are let go on: what a slow line has brought after some seconds, without any seconds.
 * @param answers of which calls
 * @param bytes of such an answer's body, as it is sent, that come at once
 * @returns what lets the rest through
 */
export async function holdAnswers(page: Page, answers: RegExp, bytes: number): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  const line = createServer((from, to) => {
    const portal = new URL(from.headers['x-held'] as string);
    const onward = request(
      portal,
      { method: from.method, headers: { ...from.headers, host: portal.host } },
      (answer) => {
        passOn(answer).catch(() => to.destroy()); // the page has gone, and the portal's answer with it
      },
    );
    const passOn = async (answer: IncomingMessage) => {
      to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      let left = bytes;
      for await (const chunk of answer as AsyncIterable<Buffer>) {
        to.write(chunk.subarray(0, left));
        if (chunk.length > left) {
          await released.promise;
          to.write(chunk.subarray(left));
        }
        left = Math.max(0, left - chunk.length);
      }
      to.end();
    };
    onward.on('error', () => to.destroy());
    from.pipe(onward);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  page.once('close', () => line.close());
  const { port } = line.address() as AddressInfo;
  await page.route(answers, async (route) => {
    const headers = { ...(await route.request().allHeaders()), 'x-held': route.request().url() };
    await route.continue({ url: `http://127.0.0.1:${port}/`, headers });
  });
  return released.resolve;
}
