import { createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';
import { DeliveryError } from './delivery-error.ts';
import type { Sender } from './deliver-messages.ts';
import type { MessagePayloads } from './messages.ts';

const TIMEOUT_MS = 15_000;
/** Statuses by which a customer centre refuses this message for good. */
const HOPELESS = [400, 413, 422];

/**
 * Rules 11.6 and 23.12. Signed with HMAC-SHA256 over `{timestamp}.{body}` (docs/customer-centre.md).
 * @param now real time
 */
export function createSignedSender<Kind extends 'taskClosed' | 'pharmacy'>(
  { url, secret }: Config['tasks'],
  bodyOf: (payload: MessagePayloads[Kind]) => object,
  now: () => number = Date.now,
): Sender<Kind> {
  return async ({ messageId, payload }, signal) => {
    if (url === null) return; // nobody to be told
    const body = JSON.stringify(bodyOf(payload));
    const timestamp = String(Math.floor(now() / 1000));
    const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
    const response = await post(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': messageId,
        'X-Portal-Timestamp': timestamp,
        'X-Portal-Signature': `sha256=${signature}`,
      },
      body,
      // A redirect would send signed data elsewhere.
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    await response.body?.cancel();
    if (response.ok) return;
    throw new DeliveryError(`Das Kundencenter hat mit ${response.status} geantwortet.`, {
      hopeless: HOPELESS.includes(response.status),
    });
  };
}

async function post(url: string, request: RequestInit): Promise<Response> {
  try {
    return await fetch(url, request);
  } catch (error) {
    const { cause, message } = error as { cause?: { code?: string }; message?: string };
    throw new DeliveryError(`Das Kundencenter ist nicht erreichbar (${cause?.code ?? message ?? 'ohne Angabe'}).`, {
      cause: error,
    });
  }
}
