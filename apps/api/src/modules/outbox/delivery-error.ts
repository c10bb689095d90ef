/** An attempt that failed, with a German sentence for the administration. */
export class DeliveryError extends Error {
  override name = 'DeliveryError';
  /** Would be refused again. */
  readonly hopeless: boolean;
  constructor(message: string, options: { cause?: unknown; hopeless?: boolean } = {}) {
    super(message, { cause: options.cause });
    this.hopeless = options.hopeless ?? false;
  }
}

export function issueText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, 500);
}
