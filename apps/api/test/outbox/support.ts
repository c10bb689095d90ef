import type { Config } from '../../src/config.ts';
import type { DeliveryDeps, Senders } from '../../src/modules/outbox/deliver-messages.ts';
import { createSenders } from '../../src/jobs/create-senders.ts';
import type { TestPortal } from '../support/portal.ts';

/** The portal's deliveries with mail server and customer centre of the test. */
export function deliveryDeps(
  { deps, clock }: TestPortal,
  settings: { smtpUrl?: string; tasksUrl?: string; tasksSecret?: string; attachmentBytes?: number },
): DeliveryDeps {
  const { mail, tasks } = deps.config;
  const config: Config = {
    ...deps.config,
    mail: {
      ...mail,
      smtpUrl: settings.smtpUrl ?? mail.smtpUrl,
      attachmentBytes: settings.attachmentBytes ?? mail.attachmentBytes,
    },
    tasks: { url: settings.tasksUrl ?? tasks.url, secret: settings.tasksSecret ?? tasks.secret },
  };
  return { ...deps, clock, senders: createSenders({ config, database: deps.database, clock }) };
}

/** Senders that only note what they are given. */
export function notingSenders(): Senders & { readonly sent: string[] } {
  const sent: string[] = [];
  const note = async ({ messageId }: { messageId: string }) => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    sent.push(messageId);
  };
  return {
    sent,
    logExport: note,
    taskClosed: note,
    pharmacy: note,
    notice: note,
    noticeConfirmation: note,
    delivery: note,
  };
}

export type StoredMessage = {
  id: string;
  messageId: string;
  kind: string;
  status: string;
  attempts: number;
  nextAttemptAt: Date;
  lastError: string | null;
  payload: Record<string, unknown>;
};

/** All messages, the oldest first. */
export async function messages({ database }: TestPortal): Promise<StoredMessage[]> {
  const { rows } = await database.pool.query<StoredMessage>(
    `SELECT id, message_id AS "messageId", kind, status, attempts, next_attempt_at AS "nextAttemptAt",
            last_error AS "lastError", payload FROM outbox ORDER BY id`,
  );
  return rows;
}
