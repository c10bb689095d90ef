import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { Router } from 'express';
import { z } from 'zod';

/** How old a message may be, so that a recorded one cannot be sent again later. */
const TOLERANCE_SECONDS = 5 * 60;

const place = z.object({ apoId: z.number().int(), crmCompanyId: z.number().int() });
const approved = z.object({ kind: z.literal('LZD'), importId: z.number().int(), productGroup: z.string() });
const decided = { at: z.iso.datetime(), by: z.string(), pharmacy: place };
const mirrorEvent = (event: 'mirrorLinked' | 'mirrorUnlinked') =>
  z.object({ event: z.literal(event), ...decided, mirror: place });

const taskSchema = z.object({
  event: z.literal('taskClosed'),
  /** How the package was closed. */
  outcome: z.enum(['approved', 'deleted', 'replaced']),
  closedAt: z.iso.datetime(),
  closedBy: z.string(),
  task: z.object({ kind: z.enum(['MDP', 'QDP', 'LZD']), importId: z.number().int(), productGroup: z.string() }),
  pharmacy: place,
});
const messageSchema = z.discriminatedUnion('event', [
  taskSchema,
  z.object({ event: z.literal('accessActivated'), ...decided, demo: z.boolean() }),
  z.object({ event: z.literal('contractActivated'), ...decided, package: approved }),
  z.object({ event: z.literal('reactivated'), ...decided, package: approved }),
  mirrorEvent('mirrorLinked'),
  mirrorEvent('mirrorUnlinked'),
]);
type Message = z.infer<typeof messageSchema> & { readonly messageId: string };

/** A task that the portal has closed. */
export type ClosedTask = Extract<Message, { event: 'taskClosed' }>;
/** What the portal has decided about a pharmacy. */
export type PharmacyMessage = Exclude<Message, { event: 'taskClosed' }>;

/** The latest first. */
type Messages = { readonly router: Router; closedTasks(): ClosedTask[]; pharmacyMessages(): PharmacyMessage[] };

/**
 * How a customer centre receives the portal's messages: signature first, then age, then whether it is known already. The
 * portal repeats a message until it is answered with 2xx, so that the same one may come twice.
 * @param secret the same as PORTAL_TASKS_SECRET of the portal
 */
export function receiveMessages({ secret, now = Date.now }: { secret: string; now?: () => number }): Messages {
  const messages = new Map<string, Message>();
  const router = Router();
  // As bytes: the signature is over exactly what was sent.
  router.post('/api/tasks/closed', express.raw({ type: 'application/json', limit: '100kb' }), (req, res) => {
    const timestamp = req.get('X-Portal-Timestamp') ?? '';
    const body: unknown = req.body;
    if (!Buffer.isBuffer(body) || !isSigned({ secret, timestamp, body }, req.get('X-Portal-Signature') ?? '')) {
      return void res.status(401).json({ error: 'signature' });
    }
    if (Math.abs(now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
      return void res.status(401).json({ error: 'timestamp' });
    }
    const messageId = req.get('Idempotency-Key');
    const message = messageSchema.safeParse(parse(body));
    if (messageId === undefined || !message.success) return void res.status(422).json({ error: 'message' });
    const known = messages.has(messageId);
    if (!known) messages.set(messageId, { ...message.data, messageId });
    return void res.json({ status: known ? 'known' : 'taken' });
  });
  const latest = () => [...messages.values()].reverse();
  return {
    router,
    closedTasks: () => latest().filter((message) => message.event === 'taskClosed'),
    pharmacyMessages: () => latest().filter((message) => message.event !== 'taskClosed'),
  };
}

function isSigned({ secret, timestamp, body }: { secret: string; timestamp: string; body: Buffer }, signature: string) {
  const wanted = Buffer.from(
    `sha256=${createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex')}`,
  );
  const given = Buffer.from(signature);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined; // no JSON is no message
  }
}
