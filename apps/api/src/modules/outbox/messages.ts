import { randomUUID } from 'node:crypto';
import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';

/** What the messages that leave the portal carry (rule 11.5), by kind. */
export type MessagePayloads = {
  /** A log export is built when it is sent: here stands only what was asked for. */
  readonly logExport: {
    readonly to: string;
    readonly name: string;
    /** ISO 8601; null for everything. */
    readonly since: string | null;
    /** The moment of the request: later changes are not part of it. */
    readonly until: string;
    /** Subject of the token of who asked. */
    readonly actor: string;
  };
  readonly taskClosed: {
    readonly outcome: TaskOutcome;
    readonly closedAt: string;
    readonly closedBy: string;
    readonly task: { readonly kind: UpdateKind; readonly importId: number; readonly productGroup: ProductGroup };
    readonly pharmacy: { readonly apoId: number; readonly crmCompanyId: number };
  };
  /** A mail to somebody of a pharmacy (rule 15.3). The address and what it says are read when it is sent. */
  readonly notice: {
    readonly addressId: string;
    /** Stands for the mailbox, see `recipientOf`: the row of the address may be another one when the mail is sent. */
    readonly recipient?: string;
    readonly about: 'released' | 'deadline' | 'held' | 'reminder';
    readonly updateId: number;
    /** Of the release, deadline or holding that it tells of; when that is another one by then nothing is sent. ISO 8601. */
    readonly moment: string;
    readonly reminderId?: number;
  };
  /** Asks an address whether it wants mails (rule 15.1). */
  readonly noticeConfirmation: { readonly addressId: string; readonly recipient: string };
};
export type MessageKind = keyof MessagePayloads;
export const MESSAGE_KINDS = [
  'logExport',
  'taskClosed',
  'notice',
  'noticeConfirmation',
] as const satisfies readonly MessageKind[];

/** Why the task of a package is done. */
export type TaskOutcome = 'approved' | 'deleted' | 'replaced';

/** A message on its way. */
export type Message<Kind extends MessageKind = MessageKind> = {
  readonly id: string;
  /** Identifies it to the addressee; the same at every attempt. */
  readonly messageId: string;
  /** The pharmacy it is about. */
  readonly apoId: number | null;
  readonly payload: MessagePayloads[Kind];
};

/**
 * Puts a message into the outbox. Runs in the transaction of the write it reports: both are stored or neither, and the message
 * is delivered even when this process dies (rule 15.4).
 * @param message.onceKey names what it tells; while a message of that key is kept there will be no second one
 * @returns whether there is one more message
 */
export async function writeMessage<Kind extends MessageKind>(
  connection: Queryable,
  message: { kind: Kind; payload: MessagePayloads[Kind]; apoId?: number; at: Date; onceKey?: string },
): Promise<boolean> {
  const { kind, payload, apoId = null, at, onceKey = null } = message;
  const { rowCount } = await connection.query(
    `INSERT INTO outbox (message_id, kind, payload, apo_id, created_at, next_attempt_at, once_key)
     VALUES ($1, $2, $3, $4, $5, $5, $6) ON CONFLICT (once_key) DO NOTHING`,
    [randomUUID(), kind, JSON.stringify(payload), apoId, at, onceKey],
  );
  return rowCount === 1;
}
