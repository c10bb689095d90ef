import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { inboxPage, INBOX_POLICY, mailPage } from './inbox-pages.ts';
import { attachmentBytes, type Mailbox } from './mailbox.ts';

export type Inbox = { url: string; close(): Promise<void> };

/**
 * Shows the caught mails in a browser: a list, each mail with its attachments, and all of it as JSON under /api/mails.
 * Mails are shown as text: nothing in them is ever run.
 *
 * @throws Error with code EADDRINUSE for a taken port
 */
export async function startInbox(options: { port: number; host?: string; mailbox: Mailbox }): Promise<Inbox> {
  const { mailbox } = options;
  const app = express().disable('x-powered-by');
  app.use((_req, res, next) => {
    res.set({ 'Content-Security-Policy': INBOX_POLICY, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    next();
  });

  app.get('/', (_req, res) => void res.type('html').send(inboxPage(mailbox.list())));
  app.get('/mails/:id', (req, res) => {
    const found = mailbox.find(Number(req.params.id));
    if (found) res.type('html').send(mailPage(found));
    else res.redirect('/');
  });
  app.get('/mails/:id/attachments/:index', (req, res) => {
    const attachment = mailbox.find(Number(req.params.id))?.mail.attachments[Number(req.params.index)];
    if (!attachment) return void res.sendStatus(404);
    res
      .attachment(attachment.filename ?? 'Anhang')
      .type(attachment.mimeType)
      .send(attachmentBytes(attachment));
  });
  app.get('/api/mails', (_req, res) => {
    res.json(
      mailbox.list().map(({ id, receivedAt, from, to, mail }) => ({
        id,
        receivedAt,
        from,
        to,
        subject: mail.subject,
        messageId: mail.messageId,
        text: mail.text,
        attachments: mail.attachments.map(({ filename, mimeType }, index) => ({
          filename,
          mimeType,
          url: `/mails/${id}/attachments/${index}`,
        })),
      })),
    );
  });

  const server = createServer(app);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}
