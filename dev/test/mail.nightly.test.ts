import { createConnection } from 'node:net';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type MailCatcher, startMailCatcher } from '../src/mail/catcher.ts';
import { type Inbox, startInbox } from '../src/mail/inbox.ts';
import { createMailbox } from '../src/mail/mailbox.ts';

let mail: MailCatcher;
let inbox: Inbox;

beforeAll(async () => {
  mail = await startMailCatcher({ port: 0 });
  inbox = await startInbox({ port: 0, mailbox: mail.mailbox });
});
afterAll(async () => {
  await inbox.close();
  await mail.close();
});

/** Speaks SMTP as RFC 5321 has it; each line waits for its answer. */
async function speak(lines: readonly string[]): Promise<string[]> {
  const socket = createConnection(Number(new URL(mail.smtpUrl).port), '127.0.0.1');
  const answers = createInterface({ input: socket })[Symbol.asyncIterator]();
  const heard: string[] = [];
  for (const line of ['', ...lines]) {
    if (line) socket.write(`${line}\r\n`);
    for (;;) {
      const { value } = await answers.next();
      if (value === undefined) return heard;
      if (value[3] === '-') continue;
      heard.push(value.slice(0, 3));
      break;
    }
  }
  socket.end();
  await once(socket, 'close');
  return heard;
}

const MESSAGE = [
  'From: TruePrice <preise@portal.example>',
  'To: petra@portal.example',
  'Subject: =?utf-8?Q?L=C3=B6schung_<b>?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Siehe https://portal.example/a?b=1&c=2 <script>alert(1)</script>',
  '--x',
  'Content-Type: text/csv; name=log.csv',
  'Content-Disposition: attachment; filename=log.csv',
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from('PZN;Preis\r\n').toString('base64'),
  '--x--',
  '.',
].join('\r\n');

test('takes a mail, lists it and shows it with its attachment; nothing in it runs', async () => {
  const heard = await speak([
    'EHLO test',
    'MAIL FROM:<preise@portal.example>',
    'RCPT TO:<petra@portal.example>',
    'DATA',
    MESSAGE,
    'QUIT',
  ]);
  expect(heard).toEqual(['220', '250', '250', '250', '354', '250', '221']);
  const list = await (await fetch(inbox.url)).text();
  expect(list).toContain('Löschung &lt;b&gt;');
  expect(list).toContain('an petra@portal.example, 1 Anhang');
  const [caught] = (await (await fetch(`${inbox.url}/api/mails`)).json()) as [
    { id: number; attachments: [{ url: string }] },
  ];
  const page = await fetch(`${inbox.url}/mails/${caught.id}`);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
  const text = await page.text();
  expect(text).toContain('&lt;script&gt;');
  expect(text).toContain('<a href="https://portal.example/a?b=1&amp;c=2">');
  const file = await fetch(inbox.url + caught.attachments[0].url);
  expect(file.headers.get('content-disposition')).toContain('log.csv');
  expect(await file.text()).toBe('PZN;Preis\r\n');
});

test('an unknown mail leads back to the inbox, an unknown attachment to 404', async () => {
  expect((await fetch(`${inbox.url}/mails/999`)).url).toBe(`${inbox.url}/`);
  expect((await fetch(`${inbox.url}/mails/999/attachments/0`)).status).toBe(404);
});

test('keeps so many mails and so many bytes, always the latest', async () => {
  const few = createMailbox({ most: 2, mostBytes: 1000 });
  const put = (text: string) => few.put(Buffer.from(`Subject: ${text}\r\n\r\n`), { from: 'a', to: ['b'] });
  for (const text of ['one', 'two', 'three']) await put(text);
  expect(few.list().map(({ mail: { subject } }) => subject)).toEqual(['three', 'two']);
  await few.put(Buffer.from(`Subject: large\r\n\r\n${'x'.repeat(2000)}`), { from: 'a', to: ['b'] });
  expect(few.list().map(({ mail: { subject } }) => subject)).toEqual(['large']);
});
