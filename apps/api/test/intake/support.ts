import supertest from 'supertest';
import type { Client, TestPortal } from '../support/portal.ts';

const XSRF = 'x'.repeat(43);

/** A multipart upload as a browser sends it. */
export function upload(
  portal: TestPortal,
  client: Client,
  path: string,
  file: { name: string; content: string | Buffer } | undefined,
  fields: Record<string, string> = {},
): supertest.Test {
  const request = supertest(portal.app)
    .post(path)
    .set('Cookie', `XSRF-TOKEN=${XSRF}`)
    .set('X-XSRF-TOKEN', XSRF)
    .set('Authorization', `Bearer ${client.token ?? ''}`);
  for (const [name, value] of Object.entries(fields)) void request.field(name, value);
  if (file) void request.attach('csv', Buffer.from(file.content), file.name);
  return request;
}

/** A package file of one column more than it needs. */
export function csv(
  rows: (readonly [pzn: string, price: string, name?: string])[],
  heading = 'PZN;TruePrice neu;Produkt',
): string {
  return `${[heading, ...rows.map((row) => row.join(';'))].join('\r\n')}\r\n`;
}
