import type { ImportAnswer } from '@portal/contracts';
import { looksLikeDay, matchValidityHeading } from '@portal/list-view';
import { excerpt } from '../../files/issues.ts';
import type { TableRecord } from '../../files/table.ts';

type Found = NonNullable<ImportAnswer['dayColumns']>[number];

/** Columns whose heading speaks of validity and whose cells are mostly days (rule 5.11). */
export class DayColumns {
  readonly #watched: { column: Omit<Found, 'example'>; index: number; filled: number; days: number; example: string }[];

  /** @param chosen headings that the import reads as something */
  constructor(header: readonly string[], chosen: ReadonlySet<string | undefined>) {
    this.#watched = header.flatMap((heading, index) => {
      const side = chosen.has(heading) ? undefined : matchValidityHeading(heading);
      return side ? [{ column: { heading, side }, index, filled: 0, days: 0, example: '' }] : [];
    });
  }

  note(records: readonly TableRecord[]): void {
    for (const each of this.#watched) {
      for (const { cells } of records) {
        const cell = cells[each.index]?.trim() ?? '';
        if (cell === '') continue;
        each.filled++;
        if (!looksLikeDay(cell)) continue;
        each.days++;
        each.example ||= excerpt(cell);
      }
    }
  }

  found(): Found[] {
    const days = this.#watched.filter(({ filled, days: count }) => count > 0 && count * 2 >= filled);
    return days.map(({ column, example }) => ({ ...column, example }));
  }
}
