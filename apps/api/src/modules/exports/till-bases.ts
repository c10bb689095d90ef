import type { TillGroup } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import {
  type FileLoad,
  fileLoadsOf,
  loadedVersions,
  type TillLoads,
  type TillPosition,
} from '../till-position/index.ts';
import { storedPosition, type Position } from '../till-sync/index.ts';

/** The latest confirmation of each group counts, also for an older file (rule 9.18). */
export type TillBases = TillLoads<FileLoad>;

export function basesOf(till: TillPosition): TillBases {
  return fileLoadsOf(till);
}

export function baseIssue(bases: TillBases, group: ProductGroup): TillGroup['issue'] {
  const base = bases.get(group);
  return base ? base.issue : 'never';
}

/** 0 without a base to build upon. */
export function versionsSince(bases: TillBases): Position['versions'] {
  return loadedVersions(bases, { OTC: 0, FREIWAHL: 0, HILFSMITTEL: 0 });
}

/** @throws Error for a text the portal did not write */
export function positionOf(text: string): Position {
  const position = storedPosition(text);
  if (!position) throw new Error(`no position of a price file: ${text}`);
  return position;
}
