import type { Answer, Outcome } from './outcome.ts';

/** Where two values differ, each place with what was expected and what was found. */
export function differences(expected: unknown, found: unknown, path = ''): string[] {
  if (isObject(expected) && isObject(found)) {
    const keys = [...new Set([...Object.keys(expected), ...Object.keys(found)])];
    return keys.flatMap((key) => differences(expected[key], found[key], path ? `${path}.${key}` : key));
  }
  const [a, b] = [JSON.stringify(expected), JSON.stringify(found)];
  return a === b ? [] : [`${path}: expected ${a}, found ${b}`];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether an answer is what the rules say: its status, and of its body the fields that they name. */
export function answerDifferences(outcome: Pick<Outcome, 'status' | 'body' | 'check'>, answer: Answer): string[] {
  const { status, body } = answer;
  if (status !== outcome.status) {
    return [
      `answer: expected ${outcome.status}, found ${status} ${String(body.message ?? JSON.stringify(body).slice(0, 500))} ${JSON.stringify(body.issues ?? '')}`,
    ];
  }
  const { pzns } = body;
  const sorted = Array.isArray(pzns) ? { ...body, pzns: pzns.toSorted() } : body;
  const named = Object.entries(outcome.body ?? {}).flatMap(([key, value]) =>
    differences(value, sorted[key], `answer.${key}`),
  );
  return [...named, ...(outcome.check?.(body) ?? [])];
}
