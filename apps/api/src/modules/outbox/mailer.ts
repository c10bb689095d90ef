import type { SendMailOptions, Transporter } from 'nodemailer';
import type { Config } from '../../config.ts';
import { DeliveryError } from './delivery-error.ts';

export type Mail = {
  readonly messageId: string;
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly attachments?: SendMailOptions['attachments'];
};

/** Sends mail over the configured server. */
export type Mailer = {
  /** @throws DeliveryError */
  reach(signal: AbortSignal): Promise<void>;
  /** @throws DeliveryError */
  send(mail: Mail, signal: AbortSignal): Promise<void>;
};

/** How long to wait for a mail server. */
const TIMEOUTS_MS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 120_000 };

export function createMailer({ smtpUrl, from }: Pick<Config['mail'], 'smtpUrl' | 'from'>): Mailer {
  // Loaded by the first mail. A connection per mail: exports are rare.
  let transport: Transporter | undefined;
  const domain = /@([\w.-]+)/.exec(from)?.[1] ?? 'localhost';
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    transport ??= createTransport({ url: smtpUrl, ...TIMEOUTS_MS });
    return transport;
  };
  return {
    async reach(signal) {
      const left = Promise.withResolvers<never>();
      const leave = () => left.reject(signal.reason);
      signal.addEventListener('abort', leave, { once: true });
      try {
        await Promise.race([(await open()).verify(), left.promise]);
      } catch (error) {
        throw asDeliveryError(error);
      } finally {
        signal.removeEventListener('abort', leave);
      }
    },

    async send({ messageId, to, subject, text, html, headers, attachments }, signal) {
      try {
        await (await open()).sendMail({
          from,
          to: { ...to, name: literal(to.name) },
          subject: literal(subject),
          text,
          ...(html ? { html } : {}),
          ...(attachments ? { attachments } : {}),
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': 'de', ...headers },
          signal,
        });
      } catch (error) {
        throw asDeliveryError(error);
      }
    },
  };
}

/** Keeps a text that is written as an encoded word (RFC 2047) from being shown as what it encodes, such as a link (rule 15.8). */
function literal(text: string): string {
  return text.replace(/=\?(?=[^\s?]+\?[bq]\?)/gi, '= ?');
}

function asDeliveryError(error: unknown): DeliveryError {
  const { responseCode, code, message } = error as { responseCode?: number; code?: string; message?: string };
  if (responseCode === undefined) {
    return new DeliveryError(`Der Mailserver ist nicht erreichbar (${message ?? code ?? 'ohne Angabe'}).`, {
      cause: error,
    });
  }
  // 550 to 554 are final; 535 and 452 may change.
  const hopeless = responseCode >= 550 && responseCode <= 554;
  return new DeliveryError(`Der Mailserver hat die E-Mail abgelehnt (${message ?? responseCode}).`, {
    cause: error,
    hopeless,
  });
}
