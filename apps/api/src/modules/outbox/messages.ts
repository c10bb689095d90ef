import { randomUUID } from 'node:crypto';
import type { ProductGroup, UpdateKind } from '@portal/rules';
import type { Queryable } from '../../db/database.ts';
import { command, run } from '../../db/statement.ts';

/** Rule 11.5. */
export type MessagePayloads = {
  readonly logExport: {
    readonly to: string;
    readonly name: string;
    /** ISO 8601; null for everything. */
    readonly since: string | null;
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
  /** Rule 23.12. */
  readonly pharmacy: PharmacyMessage;
  /** Rule 15.3; content is read when sent. */
  readonly notice: {
    readonly addressId: string;
    readonly recipient?: string;
    readonly about: 'released' | 'deadline' | 'held' | 'reminder';
    readonly updateId: number;
    /** ISO 8601; nothing is sent when it has changed. */
    readonly moment: string;
    readonly reminderId?: number;
  };
  /** Asks an address whether it wants mails (rule 15.1). */
  readonly noticeConfirmation: { readonly addressId: string; readonly recipient: string };
  /** Tells staff of a refused delivery (rule 20.16). */
  readonly delivery: { readonly to: string; readonly deliveryId: number };
};
export type MessageKind = keyof MessagePayloads;
export const MESSAGE_KINDS = [
  'logExport',
  'taskClosed',
  'pharmacy',
  'notice',
  'noticeConfirmation',
  'delivery',
] as const satisfies readonly MessageKind[];

type PharmacyNumbers = { readonly apoId: number; readonly crmCompanyId: number };
type ApprovedPackage = { readonly kind: UpdateKind; readonly importId: number; readonly productGroup: ProductGroup };

/** What the portal has decided about a pharmacy. */
export type PharmacyEvent =
  | { readonly event: 'accessActivated'; readonly demo: boolean }
  | { readonly event: 'contractActivated' | 'reactivated'; readonly package: ApprovedPackage }
  | { readonly event: 'mirrorLinked' | 'mirrorUnlinked'; readonly mirror: PharmacyNumbers };
type PharmacyMessage = PharmacyEvent & {
  readonly at: string;
  readonly by: string;
  /** Of a mirror: the main pharmacy. */
  readonly pharmacy: PharmacyNumbers;
};

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

const WRITE_MESSAGE =
  command(`INSERT INTO outbox (message_id, kind, payload, apo_id, created_at, next_attempt_at, once_key)
     VALUES ($1, $2, $3, $4, $5, $5, $6) ON CONFLICT (once_key) DO NOTHING`);

/**
 * In the transaction of the write it reports. Rule 15.4.
 * @param message.onceKey at most one message of it
 * @returns whether it was added
 */
export async function writeMessage<Kind extends MessageKind>(
  connection: Queryable,
  message: { kind: Kind; payload: MessagePayloads[Kind]; apoId?: number; at: Date; onceKey?: string },
): Promise<boolean> {
  const { kind, payload, apoId = null, at, onceKey = null } = message;
  const rowCount = await run(connection, WRITE_MESSAGE, [
    randomUUID(),
    kind,
    JSON.stringify(payload),
    apoId,
    at,
    onceKey,
  ]);
  return rowCount === 1;
}
