import type { ApprovalModel } from '@portal/list-view';
import type { Cents } from '@portal/rules';
import type { TFunction } from 'i18next';
import type { InputFault } from '../../editing/session/input-fault.ts';
import type { ShownColumns } from './column-toggles.ts';

/** What the inputs of a row do. */
export type RowActions = {
  readonly enterPrice: (row: number, price: Cents | null, rounded?: string) => void;
  readonly mistype: (row: number, fault: InputFault) => void;
  readonly tickPermanent: (row: number, ticked: boolean) => void;
  readonly tickExclusion: (row: number, ticked: boolean) => void;
};

/** What the columns of an approval screen depend on. */
export type ColumnOptions = {
  model: ApprovalModel;
  /** QDP and LZD; an MDP shows all of its columns. */
  shown: ShownColumns;
  /** Too little room to keep more than the article in view. */
  narrow: boolean;
  actions: RowActions;
  t: TFunction<'priceUpdate'>;
};
