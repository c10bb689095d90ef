import type { Attacked, Tried } from './job.ts';
import { AT_TIMES, type Doing, p95Of, type Seen, STEADY, worstOf } from './neighbours.ts';

/** What an attack may cost the neighbour. */
const GOAL = { factor: 3, ms: 100, atTimesMs: 1_000, healthMs: 100 } as const;
/** For the check of order at each landing. */
const ORDER = 10;

export type Verdict = {
  readonly name: string;
  readonly people: number;
  /** What was sent, with what a trial was answered; 0: there was no trial, or it was not answered within its time. */
  readonly sent: readonly Tried[];
  /** The worst of the neighbour's calls, by how far it is over its goal; 1 is at it. */
  readonly doing: Doing;
  readonly ratio: number;
  readonly ms: number;
  readonly refused: readonly string[];
  readonly healthMs: number;
  /** Until he was served as before, once the attacker had left; told, not judged: others may use the machine too. */
  readonly calmMs: number;
  readonly died: boolean;
  readonly attacked: Attacked;
  readonly holds: boolean;
  /** Whether it is off by an order. */
  readonly isFar: boolean;
};

/** @param idle what the same neighbour's calls took in the same run while nobody attacked */
export function judge(
  seen: Seen,
  idle: Seen,
  rest: Pick<Verdict, 'name' | 'people' | 'sent' | 'calmMs' | 'died' | 'attacked'>,
): Verdict {
  const limitOf = (doing: Doing) =>
    Math.max(
      GOAL.factor * p95Of(idle, doing),
      (AT_TIMES as readonly string[]).includes(doing) ? GOAL.atTimesMs : GOAL.ms,
    );
  const judged = [...STEADY, ...AT_TIMES].filter((doing) => seen.times.has(doing));
  const over = (doing: Doing) => p95Of(seen, doing) / limitOf(doing);
  const doing = judged.toSorted((a, b) => over(b) - over(a))[0] ?? 'start page';
  const refused = [...seen.refused].map(([what, count]) => `${what} × ${count}`);
  const healthMs = worstOf(seen, 'health');
  const healthGoal = Math.max(GOAL.healthMs, worstOf(idle, 'health'));
  const most = Math.max(over(doing), healthMs / healthGoal);
  const isBroken = rest.died || refused.length > 0 || '500' in rest.attacked.answers;
  return {
    ...rest,
    doing,
    ratio: p95Of(seen, doing) / p95Of(idle, doing),
    ms: p95Of(seen, doing),
    refused,
    healthMs,
    holds: most <= 1 && !isBroken,
    isFar: isBroken || most > ORDER,
  };
}

export const HEADING =
  '| Attack | People | Worst of | Ratio | p95 ms | Refused | Health worst ms | Calm after ms | Answers to the attacker | His client, of a processor | Sent | |\n' +
  '|---|---:|---|---:|---:|---|---:|---:|---|---:|---|---|\n';

export function lineOf({
  name,
  people,
  doing,
  ratio,
  ms,
  refused,
  healthMs,
  calmMs,
  died,
  attacked,
  sent,
  holds,
}: Verdict): string {
  const answers = Object.entries(attacked.answers).map(([status, count]) => `${status} × ${count}`);
  const cells = [
    name,
    people,
    doing,
    `× ${ratio.toFixed(1)}`,
    ms.toFixed(0),
    refused.join(', ') || '0',
    healthMs.toFixed(0),
    died ? 'ended' : calmMs.toFixed(0),
    answers.join(', ') || 'none',
    attacked.processor.toFixed(2),
    sent.map(({ label, status }) => `${label}${status ? `: ${status}` : ''}`).join('; '),
    holds ? 'holds' : 'MISSED',
  ];
  return `| ${cells.join(' | ')} |\n`;
}
