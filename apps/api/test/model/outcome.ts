import type { Person } from './people.ts';
import type { World } from './state.ts';

/** A call as it is sent. */
export type Request = {
  as: Person;
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  body?: object;
  file?: { name: string; content: string };
  fields?: Record<string, string>;
};

/** What came back. */
export type Answer = { status: number; body: Record<string, unknown> };

/** What a call must lead to by the rules: its answer and the state afterwards. */
export type Outcome = {
  status: number;
  /** Fields that the answer must have with exactly these values. */
  body?: Record<string, unknown>;
  /** What else is wrong with an answer of that status. */
  check?: (body: Answer['body']) => string[];
  next: World;
  /** Takes over what only the portal can know: numbers of packages, versions, cursors. */
  learn?: (answer: Answer, next: World) => void;
  /** What is wrong by what was learned. */
  verify?: (next: World) => string[];
};

/** One thing that somebody does. It names pharmacies, lists and rows by position, so that it fits every world. */
export interface Step {
  /** As it stands in the list of steps of a failure. */
  describe(world: World): string;
  /** Whether there is anything in this world that it could be done to. */
  applies(world: World): boolean;
  request(world: World): Request;
  rule(world: World): Outcome;
  /** Moves the portal's clock to this moment before the call. */
  clock?(world: World): number;
  /** The same step tied to what it means in this world, for when another step comes in between. */
  tied?(world: World): Step;
}

export const refused = (world: World, status: number, body: Record<string, unknown> = {}): Outcome => ({
  status,
  body,
  next: world,
});

/** A copy to work on: rules never change the world they were given. */
export const copyOf = (world: World): World => structuredClone(world);
