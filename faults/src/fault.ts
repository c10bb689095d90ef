import type { Environment, Server } from './environment.ts';

export type Outcome = {
  /** How often the fault was caused. */
  runs: number;
  /** What was seen, in numbers. */
  seen: string;
};

/** Something that goes wrong in operation. `run` causes it and throws when the portal has lost or halved anything. */
export type Fault = {
  readonly name: string;
  readonly title: string;
  /** How often it is caused by default; `--rounds` multiplies it. */
  readonly rounds: number;
  /** What this machine lacks for it; it is passed over then. */
  readonly missing?: () => string | undefined;
  /** A database server of its own; without it the one that all share. */
  readonly server?: () => Promise<Server>;
  /** Only what is caused on a distributed database. */
  readonly distributed?: true;
  run(environment: Environment, rounds: number): Promise<Outcome>;
};
