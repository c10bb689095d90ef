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
};
export type MessageKind = keyof MessagePayloads;
export const MESSAGE_KINDS = ['logExport', 'taskClosed'] as const satisfies readonly MessageKind[];

/** Why the task of a package is done. */
export type TaskOutcome = 'approved' | 'deleted' | 'replaced';

/** A message on its way. */
export type Message<Kind extends MessageKind = MessageKind> = {
  readonly id: string;
  /** Identifies it to the addressee; the same at every attempt. */
  readonly messageId: string;
  readonly payload: MessagePayloads[Kind];
};

/**
 * Puts a message into the outbox. Runs in the transaction of the write it reports: both are stored or neither, and the message
 * is delivered even when this process dies.
 */
export async function writeMessage<Kind extends MessageKind>(
  connection: Queryable,
  message: { kind: Kind; payload: MessagePayloads[Kind]; apoId?: number; at: Date },
): Promise<void> {
  await connection.query(
    `INSERT INTO outbox (message_id, kind, payload, apo_id, created_at, next_attempt_at) VALUES ($1, $2, $3, $4, $5, $5)`,
    [randomUUID(), message.kind, JSON.stringify(message.payload), message.apoId ?? null, message.at],
  );
}
