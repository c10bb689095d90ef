import { Console } from 'node:console';
import { PortalError } from '../http/errors.ts';
import { chunksOf, type FromChild, type Task, type ToChild } from './messages.ts';
import { startProcessorWatch } from './processor-watch.ts';

type Order = Extract<ToChild, { task: string }>;

// ADR 86
globalThis.console = new Console(process.stderr);

// Ends with the server: a terminal sends signals to both.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(0));

let received: Uint8Array[] = [];

process.on('message', (message: ToChild) => {
  if ('part' in message) received.push(message.part);
  else {
    const bytes = Buffer.concat(received);
    received = [];
    void run(message, bytes);
  }
});

const watch = startProcessorWatch();

async function run({ task, order, number, processorMs }: Order, bytes: Buffer): Promise<void> {
  try {
    const { default: execute } = (await import(task)) as { default: Task<unknown, unknown> };
    await send({ begun: true });
    watch.begin(number, processorMs);
    const { answer, parts = [] } = await execute(order, bytes);
    for (const part of parts) {
      let left = part.length;
      for (const chunk of chunksOf(part)) {
        left -= chunk.length;
        await send({ chunk, endsPart: left === 0 });
      }
    }
    watch.end();
    await send({ answer });
  } catch (error) {
    watch.end();
    await send(failureOf(error));
  }
}

/** At most one message waits in memory. */
function send(message: FromChild): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

function failureOf(error: unknown): FromChild {
  if (error instanceof PortalError) {
    const { httpStatus, reason, message, details } = error;
    return { refused: { httpStatus, reason, message, details } };
  }
  const { message, stack } = error as Error;
  return { failed: { message, stack } };
}
