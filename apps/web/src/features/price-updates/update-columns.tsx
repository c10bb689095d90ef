import {
  APPROVAL_DIFFERENCES,
  APPROVAL_SORT_KEYS,
  type ApprovalColumnToggle,
  type ApprovalDifferenceKey,
  type ApprovalModel,
  type ApprovalReference,
} from '@portal/list-view';
import { type UpdateKind } from '@portal/rules';
import type { TFunction } from 'i18next';
import { formatCount } from '../../lib/format.ts';
import { NONE } from '../../editing/cells/cells.tsx';
import type { GridColumn } from '../../ui/grid/grid-column.ts';
import * as cells from './cells.tsx';
import type { ColumnOptions } from './column-options.ts';
import { editColumns } from './edit-columns.tsx';
import type { RowData } from './row-data.ts';

type Column = GridColumn<RowData>;
type Part =
  | ApprovalReference
  | ApprovalDifferenceKey
  | 'checkReason'
  | 'pzn'
  | 'name'
  | 'content'
  | 'brand'
  | 'normSize'
  | 'atc'
  | 'peCluster'
  | 'vhCluster'
  | 'units'
  | 'avpOld'
  | 'truePriceOld'
  | 'negative'
  | 'truePrice';

const QDP_PARTS: readonly Part[] = [
  'content',
  'brand',
  'normSize',
  'atc',
  'peCluster',
  'vhCluster',
  'units',
  'avp',
  'diffAvp',
  'aep',
  'diffAep',
  'vhp',
  'diffVhp',
  'ravp',
  'diffRavp',
  'ravpRegio',
  'diffRavpRegio',
  'ravpNational',
  'diffRavpNational',
  'truePrice',
  'negative',
];

/** What stands between the article and the inputs, in the order of rule 6.10. */
const PARTS: Record<UpdateKind, readonly Part[]> = {
  MDP: ['content', 'normSize', 'peCluster', 'avpOld', 'avp', 'truePriceOld', 'negative', 'truePrice', 'deviationAvp'],
  QDP: QDP_PARTS,
  LZD: QDP_PARTS,
};
/** What stands before the article. */
const FIRST: Record<UpdateKind, readonly Part[]> = { MDP: ['pzn'], QDP: ['pzn'], LZD: ['checkReason', 'pzn'] };
/** On a narrow screen these stand next to the article, with the inputs. */
const WORKED_ON: Record<UpdateKind, readonly Part[]> = {
  MDP: ['truePrice', 'negative'],
  QDP: ['truePrice', 'negative'],
  LZD: ['truePrice', 'negative'],
};

const TOGGLE_OF: Partial<Record<Part, ApprovalColumnToggle>> = {
  content: 'showContent',
  brand: 'showBrand',
  normSize: 'showNormsize',
  atc: 'showAtcCode',
  peCluster: 'showPeCluster',
  vhCluster: 'showVhCluster',
  units: 'showSales',
  aep: 'showAepPrice',
  diffAep: 'showAepPrice',
  vhp: 'showVhPrice',
  diffVhp: 'showVhPrice',
  ravp: 'showRavp',
  diffRavp: 'showRavp',
  ravpRegio: 'showRavpRegional',
  diffRavpRegio: 'showRavpRegional',
  ravpNational: 'showRavpNational',
  diffRavpNational: 'showRavpNational',
};

/** The columns of an approval screen in the order of rule 6.10. */
export function updateColumns(options: ColumnOptions): Column[] {
  const { model, shown, narrow } = options;
  const { kind } = model;
  const isShown = (part: Part) => {
    const toggle = TOGGLE_OF[part];
    return kind === 'MDP' || toggle === undefined || shown[toggle];
  };
  const of = (parts: readonly Part[]) => parts.filter(isShown).map((part) => columnOf(part, options));
  const parts = PARTS[kind];
  const inputs = editColumns(options);
  if (!narrow) {
    const first = of(FIRST[kind]).map((column) => ({ ...column, pinned: true }));
    return [...first, ...of(['name']), ...of(parts), ...inputs];
  }
  const near = WORKED_ON[kind];
  const rest = [...FIRST[kind], ...parts].filter((part) => !near.includes(part));
  return [...of(['name']), ...of(near), ...inputs, ...of(rest)];
}

function columnOf(part: Part, options: ColumnOptions): Column {
  const { model, narrow, t } = options;
  const heading = {
    id: part,
    label: t(`column.${part}`, { context: model.kind }),
    longLabel: t(`columnLong.${part}`, { context: model.kind }),
    sortable: (APPROVAL_SORT_KEYS[model.kind] as readonly string[]).includes(part),
  };
  return { ...heading, ...bodyOf(part, model, narrow, t) };
}

type Body = Omit<Column, 'id' | 'label' | 'longLabel' | 'sortable'>;

function bodyOf(part: Part, model: ApprovalModel, narrow: boolean, t: TFunction<'priceUpdate'>): Body {
  const { columns } = model;
  switch (part) {
    case 'checkReason':
      return { width: 168, cell: (row) => cells.cutText(columns.checkReason[row]) };
    case 'pzn':
      return { width: 80, cell: (row) => columns.pzn[row] };
    case 'name':
      return {
        width: narrow ? 156 : 230,
        grows: true,
        pinned: true,
        alsoSorts: { key: 'producer', label: t('column.producer') },
        cell: (row) => cells.article(model, row, narrow, t),
      };
    case 'content':
      return { width: 84, cell: (row) => cells.cutText(columns.content[row]) };
    case 'brand':
      return { width: 130, cell: (row) => cells.cutText(columns.brand[row]) };
    case 'normSize':
      return { width: 72, cell: (row) => cells.plain(columns.normSize[row]) };
    case 'atc':
      return { width: 92, cell: (row) => cells.plain(columns.atc[row]) };
    case 'peCluster':
    case 'vhCluster':
      return {
        width: 118,
        cell: (row) => {
          const code = columns[part][row];
          return code == null ? NONE : t(`elasticity.${code}`);
        },
      };
    case 'units':
      return {
        width: 68,
        align: 'end',
        cell: (row) => {
          const units = columns.units[row];
          return units == null ? NONE : formatCount(units);
        },
      };
    case 'avpOld':
    case 'avp':
    case 'truePriceOld':
    case 'aep':
    case 'vhp':
    case 'ravp':
    case 'ravpRegio':
    case 'ravpNational':
      return {
        width: part === 'ravpRegio' || part === 'truePriceOld' ? 88 : 80,
        align: 'end',
        startsGroup: part !== 'avp' || model.kind !== 'MDP',
        cell: (row) => cells.money(columns[part][row]),
      };
    case 'deviationAvp':
    case 'diffAvp':
    case 'diffAep':
    case 'diffVhp':
    case 'diffRavp':
    case 'diffRavpRegio':
    case 'diffRavpNational':
      return {
        width: part === 'deviationAvp' ? 92 : 76,
        align: 'end',
        cell: (row, { edit }) => cells.difference(model, row, APPROVAL_DIFFERENCES[part], edit),
      };
    case 'truePrice':
      return {
        width: narrow ? 80 : 96,
        align: 'end',
        startsGroup: true,
        cell: (row, { edit }) => cells.newPrice(model, row, edit, t),
      };
    case 'negative':
      return {
        width: narrow ? 40 : 48,
        align: 'center',
        cell: (row, { edit }) => cells.typeTag(model, row, edit, t),
      };
  }
}
