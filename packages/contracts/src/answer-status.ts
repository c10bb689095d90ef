import { z, type ZodType } from 'zod';

/**
 * The values of `status` under which an endpoint's answer is a success: those its schema declares, undefined where it
 * declares none. 'NO_PILOT' of dashboard and settings is one of them, which their pages show as a state.
 */
export function answerStatuses({ answer }: { readonly answer: ZodType }): readonly string[] | undefined {
  const status: unknown = answer instanceof z.ZodObject ? answer.shape.status : undefined;
  if (status instanceof z.ZodLiteral) return [...status.values].map(String);
  if (status instanceof z.ZodEnum) return status.options.map(String);
  return undefined;
}
