import type { Known } from './known.ts';

export type Flood = 'calls' | 'pieces';

/** People who make one call over and over. */
export type Squad = {
  /** Of the contract table. */
  readonly call: string;
  /** Their tokens; an empty one is nobody signed in. */
  readonly tokens: readonly string[];
  /** Each person's, at once. */
  readonly connections: number;
  readonly known: Known;
  /** By their labels; without them what a trial finds accepted and slowest. */
  readonly shots?: readonly string[];
  /** Of each connection, where it drips. */
  readonly bytesPerSecond?: number;
  /** They break each call off after so long. */
  readonly leavesAfterMs?: number;
  /** Not as clients send: without waiting for answers, or bodies byte by byte, as much as a connection takes. */
  readonly floods?: Flood;
};

export type Job = {
  readonly url: string;
  /** People of one pharmacy share it. */
  readonly address: string;
  /** Who tries what may be sent, at another pharmacy. */
  readonly scout: { readonly token: string; readonly address: string; readonly known: Known };
  readonly squads: readonly Squad[];
};

export type Tried = { readonly label: string; readonly status: number; readonly ms: number };
/** What the attacker says once it is ready: what it chose, of each squad. */
export type Prepared = { readonly chosen: readonly (readonly Tried[])[] };

export type Attacked = {
  /** How often each status was answered; 0: broken off. */
  readonly answers: Readonly<Record<string, number>>;
  /** Of one processor, what the client itself took. */
  readonly processor: number;
};

/** What it is told, a line each. */
export type Order = { readonly prepare: Job } | { readonly attack: { readonly seconds: number } };
