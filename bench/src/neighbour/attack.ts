import type { Squad } from './job.ts';
import type { Known } from './known.ts';
import type { World } from './world.ts';

/** One attack of the table. */
export type Attack = {
  readonly name: string;
  readonly people: number;
  /** Whether it may change what the attacker's next one meets. */
  readonly isWriting: boolean;
  /** What has to be there first. */
  readonly prepare?: (world: World, apoId: number) => Promise<unknown>;
  squads(attacker: Attacker): Promise<Squad[]>;
};

export type Attacker = {
  readonly known: Known;
  /** A token of nobody who has called before. */
  tokenOf(roles: readonly string[]): Promise<string>;
};
