import type {
  AddedProduct,
  ApprovalEdits,
  Arrivals,
  Condition,
  ConditionColumn,
  Figure,
  FigureSource,
  InPieces,
  ListContext,
  Review,
  RowEdits,
  RowMask,
  TickColumn,
  TickCounts,
} from '@portal/list-view';
import type {
  Cents,
  FormerFigures,
  Guardrails,
  PriceConcern,
  PriceState,
  RiskReason,
  RowEdit,
  SaveIssue,
  UpdateKind,
} from '@portal/rules';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { Shown } from '../../lib/use-stored-toggles.ts';
import type { Column, RowActions } from './column.ts';
import type { Days } from './days.ts';
import type { PackageTypes, PriceListTypes } from './types.ts';

/** Days to come, by PZN (rule 19.6). */
export type Reminders = ReadonlyMap<string, string>;

export type KindName = 'priceList' | UpdateKind;

type AnyTypes = PriceListTypes | PackageTypes;
export type FilterName = AnyTypes['filter'];
export type ToggleName = AnyTypes['toggle'];

export type KindTypes = {
  readonly model: AnyTypes['model'];
  readonly filter: FilterName;
  readonly sort: AnyTypes['sort'];
  readonly toggle: ToggleName;
};

/** A save leaves a package open, an approval closes it. */
export type Task = 'save' | 'approve';

export type Edits = ApprovalEdits;

export type Sort<T extends KindTypes> = { readonly key: T['sort']; readonly reversed: boolean };

export type Filter<T extends KindTypes> = {
  readonly name: T['filter'];
  readonly value: string | null;
};

/** Which rows of a list are on screen, and in which order. */
export type View<T extends KindTypes> = {
  readonly sort: Sort<T>;
  /** Orders what the first key leaves equal, the most important one first. */
  readonly sortThen?: readonly Sort<T>[];
  readonly filter: Filter<T>;
  /** What rows have to fulfil beside the filter, all of it (rule 2.23). */
  readonly conditions?: readonly Condition[];
  readonly query: string;
  readonly hideExclusions: boolean;
  /** Undefined: all rows. */
  readonly review?: ReviewChoice | undefined;
  /** How those rows are ordered; undefined: as any other view. */
  readonly reviewOrder?: ReviewOrder | undefined;
};

/** All rows to review, those with one reason, a part of those that are due, or those that break a guardrail. */
export type ReviewChoice = RiskReason | 'all' | 'guardrails' | 'dueMoved' | 'dueUnmoved';
export type ReviewOrder = 'weight' | 'euros';

/** A filter on offer; `label` where it is named after its value. */
export type FilterOption<T extends KindTypes> = Filter<T> & { readonly label?: string };

export type ColumnOptions<T extends KindTypes> = {
  readonly model: T['model'];
  readonly shown: Shown<T['toggle']>;
  /** Inputs take something in. */
  readonly editing: boolean;
  /** Too little room to keep more than the article in view. */
  readonly narrow: boolean;
  readonly actions: RowActions;
  readonly rights: Rights;
  /** Shows more of an article. */
  readonly onOpen: ((row: number) => void) | undefined;
  /** The price stands below the article's name. */
  readonly priced?: boolean;
  /** Below an article's name in place of the usual. */
  readonly detail?: ((row: number) => ReactNode) | undefined;
  readonly reminders?: Reminders | undefined;
  readonly t: TFunction<'editing'>;
};

export type ConfirmOptions<T extends KindTypes> = Pick<ColumnOptions<T>, 'model' | 'narrow' | 'detail' | 't'>;

/** The rules are in packages/rules. */
export type RowRules<Model> = {
  /** What the inputs of a row hold. */
  readonly inputs: (model: Model, edits: RowEdits, row: number) => RowEdit;
  /** In another package, or inactive: the row takes no input and says why. */
  readonly isSetApart: (model: Model, row: number) => boolean;
  /** Set apart since a part of its package has approved it (rule 6.31). */
  readonly isApproved: (model: Model, row: number) => boolean;
  readonly withPrice: (model: Model, row: number, before: RowEdit, price: Cents | null) => RowEdit;
  readonly withTick: (model: Model, row: number, before: RowEdit, column: TickColumn, ticked: boolean) => RowEdit;
  /** Where prices may have days (rule 17.2). */
  readonly withDays?: (model: Model, row: number, before: RowEdit, days: Days) => RowEdit;
  readonly canTick: (model: Model, row: number, edit: RowEdit, column: TickColumn) => boolean;
  readonly put: (model: Model, entered: Edits, row: number, edit: RowEdit) => Edits;
  /** The same for many rows at once. */
  readonly putAll: (model: Model, entered: Edits, changes: Iterable<readonly [row: number, edit: RowEdit]>) => Edits;
  readonly tickAll: (model: Model, before: Edits, rows: Iterable<number>, column: TickColumn, on: boolean) => Edits;
  readonly tickCounter: (model: Model, rows: Iterable<number>, column: TickColumn) => (edits: RowEdits) => TickCounts;
  /** Why the server would refuse an edit. */
  readonly issue: (model: Model, row: number, edit: RowEdit, rights: Rights) => SaveIssue | undefined;
  readonly concerns: (model: Model, row: number, edit: RowEdit) => readonly PriceConcern[];
  /** Called while drawing: never throw. An invalid edit counts as none. */
  readonly was: (model: Model, row: number) => PriceState;
  readonly becomes: (model: Model, row: number, edit: RowEdit | undefined) => PriceState;
  /**
   * null: back at its original; invalid edits are dropped and named.
   * @param stored drafts of the server
   */
  readonly rebase: (
    model: Model,
    stored: RowEdits,
    entered: Iterable<readonly [pzn: string, edit: RowEdit | null]>,
    rights: Rights,
  ) => Edits & { readonly dropped: readonly string[] };
  /** The list with products that an import adds. */
  readonly withAdded: (model: Model, added: readonly AddedProduct[]) => Model;
};
export type Rights = { readonly staff: boolean };

/** How a kind of list is reviewed (docs/rules/14-review.md). */
export type Reviewing<Model> = {
  /** @param context null where unknown, and for a price list */
  readonly build: (
    model: Model,
    context: ListContext | null,
    edits: RowEdits,
    options: {
      readonly now: number;
      readonly guardrails: Guardrails;
      readonly due?: ReadonlyMap<string, FormerFigures> | undefined;
    },
  ) => InPieces<Review>;
  readonly update: (review: Review, model: Model, former: RowEdits, edits: RowEdits) => Review;
  /** Who knows a figure of a row; null where nobody does. */
  readonly sourceOf: (model: Model, context: ListContext | null, figure: Figure, row: number) => FigureSource | null;
};

/** Price list, MDP, QDP and LZD differ by data in `kinds`. */
export type Kind<T extends KindTypes> = {
  readonly name: KindName;
  readonly opens: 'reading' | 'editing';
  /** What is approved can be saved at any time. */
  readonly confirms: Task;
  /** The confirmation shows changed rows only, or all with a switch. */
  readonly confirmsRows: 'changed' | 'all';
  readonly rules: RowRules<T['model']>;
  readonly reviewing: Reviewing<T['model']>;
  /** How a row looks that is set apart: hatched or greyed. */
  readonly setApartAs: 'blocked' | 'inactive';
  readonly firstView: View<T>;
  readonly sortKeys: readonly T['sort'][];
  /** @param sorts the first one counts most */
  readonly order: (model: T['model'], sorts: readonly Sort<T>[], edits: RowEdits) => Uint32Array;
  /** The column that a sort key orders, as conditions see it. */
  readonly values: (model: T['model'], key: T['sort'], edits: RowEdits) => ConditionColumn;
  /** Rows that filter and hidden exclusions leave; undefined for all. */
  readonly keeps: (
    model: T['model'],
    view: View<T>,
    edits: RowEdits,
    editing: boolean,
    arrivals?: Arrivals,
  ) => RowMask | undefined;
  readonly filters: (model: T['model'], editing: boolean) => readonly FilterOption<T>[];
  /** Values of a filter's second dropdown; undefined for a filter without one. */
  readonly secondValues: (
    model: T['model'],
    filter: T['filter'],
    t: TFunction<'editing'>,
  ) => readonly (string | { value: string; label: string })[] | undefined;
  /** Exclusions can be hidden. */
  readonly hidesExclusions: boolean;
  /** The search, which finds while it is typed, has a button too. */
  readonly searchButton: boolean;
  /** Columns that the expert mode switches; a kind without any has no such mode. */
  readonly toggles: readonly T['toggle'][];
  /** Those of them that are shown in the standard mode. */
  readonly standard: ReadonlySet<T['toggle']>;
  readonly columns: (options: ColumnOptions<T>) => readonly Column[];
  readonly confirmColumns: (options: ConfirmOptions<T>) => readonly Column[];
};
