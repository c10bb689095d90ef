import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import { SMTPServer, type SMTPServerDataStream, type SMTPServerSession } from 'smtp-server';
import { createMailbox, type Mailbox } from './mailbox.ts';

export type MailCatcher = {
  /** e.g. smtp://localhost:3003 */
  smtpUrl: string;
  mailbox: Mailbox;
  close(): Promise<void>;
};

/**
 * A mail server that takes every mail and passes none on, for development, demos and tests.
 *
 * @param options.port port to listen on; 0 takes a free one
 * @param options.refuse asked before a mail is taken: a text refuses it for now, as a mail server in trouble does
 * @throws Error with code EADDRINUSE for a taken port
 */
export async function startMailCatcher(options: {
  port: number;
  host?: string;
  mailbox?: Mailbox;
  refuse?: (to: readonly string[]) => { code: number; text: string } | undefined;
}): Promise<MailCatcher> {
  const mailbox = options.mailbox ?? createMailbox();
  const take = async (stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> => {
    const raw = await buffer(stream);
    const { mailFrom, rcptTo } = session.envelope;
    const to = rcptTo.map(({ address }) => address);
    const refusal = options.refuse?.(to);
    if (refusal) throw Object.assign(new Error(refusal.text), { responseCode: refusal.code });
    await mailbox.put(raw, { from: mailFrom ? mailFrom.address : '', to });
  };
  const server = new SMTPServer({
    // No encryption and no sign-in: it listens on this machine only.
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: callbackify(take),
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host ?? '127.0.0.1', resolve);
  });
  // A sender that breaks off is its own trouble.
  server.on('error', () => undefined);
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://localhost:${port}`,
    mailbox,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}
