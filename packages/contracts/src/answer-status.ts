import { z, type ZodType } from 'zod';

/** The `status` values that mean success; 'NO_PILOT' is one, its pages show it as a state. */
export function answerStatuses({ answer }: { readonly answer: ZodType }): readonly string[] | undefined {
  const status: unknown = answer instanceof z.ZodObject ? answer.shape.status : undefined;
  if (status instanceof z.ZodLiteral) return [...status.values].map(String);
  if (status instanceof z.ZodEnum) return status.options.map(String);
  return undefined;
}
