import {
  approvalFile,
  type ApprovalModel,
  type ExpertColumns,
  lzdFormatFile,
  lzdFormatRows,
  type PriceListModel,
  priceListFile,
} from '@portal/list-view';
import { priceListFileName, type ProductGroup } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import { useAccess } from '../../auth/use-access.ts';
import { formatCount } from '../../lib/format.ts';
import { type ExcelChoice, ExcelMenu } from './ExcelMenu.tsx';
import { usePackageFileName } from './use-package-file-name.ts';
import { usePagePharmacy } from './use-page-pharmacy.ts';

const extension = '.xlsx';

type ListProps = {
  model: PriceListModel;
  /** Rows of the model in the order of the file. */
  rows: ArrayLike<number>;
  productGroup: ProductGroup;
  expert: ExpertColumns;
  isFiltered?: () => boolean;
  rowsWithHidden?: () => ArrayLike<number>;
};

/** The workbooks of a list (rule 10.13). */
export function usePriceListWorkbooks({ model, rows, productGroup, expert, isFiltered, rowsWithHidden }: ListProps) {
  const { t } = useTranslation();
  const { staff } = useAccess();
  const pharmacy = usePagePharmacy();
  const nameOf = usePackageFileName(productGroup);
  const listOf = (text: string, chosen: () => ArrayLike<number>) => ({
    text,
    fileName: () => {
      const filtered = isFiltered?.() ? chosen().length : undefined;
      return priceListFileName(productGroup, pharmacy?.name ?? '', { extension, filtered });
    },
    file: () => priceListFile(model, chosen(), expert),
  });
  const list = listOf(t('exports.excel'), () => rows);
  const withHidden = () => {
    const all = rowsWithHidden?.() ?? rows;
    return all.length > rows.length ? [listOf(t('exports.excelWithHidden'), () => all)] : [];
  };
  const lzd = {
    text: t('exports.excelLzd'),
    fileName: () => {
      const part = isFiltered?.() ? { filtered: lzdFormatRows(model, rows).length } : {};
      return nameOf?.('LZD', { extension, ...part }) ?? '';
    },
    file: () => lzdFormatFile(model, rows),
  };
  const isReady = pharmacy !== null && pharmacy !== undefined && rows.length > 0;
  const offersLzd = () => staff && nameOf !== undefined && lzdFormatRows(model, rows).length > 0;
  return { isReady, choices: (): ExcelChoice[] => [list, ...withHidden(), ...(offersLzd() ? [lzd] : [])] };
}

/** Rule 10.13. */
export function PriceListExcel(props: ListProps) {
  const { t } = useTranslation();
  const { isReady, choices } = usePriceListWorkbooks(props);
  const named = ([list, ...others]: ExcelChoice[]) =>
    list ? [{ ...list, text: t('exports.excelList') }, ...others] : [];
  return (
    <ExcelMenu
      productGroup={props.productGroup}
      tip={t('exports.excelTip')}
      choices={isReady ? named(choices()) : []}
    />
  );
}

type UpdateProps = {
  model: ApprovalModel;
  /** Rows as shown: filtered and sorted. */
  rows: ArrayLike<number>;
  allRows: ArrayLike<number>;
  productGroup: ProductGroup;
};

/** The workbooks of a package: all its rows, and those of a filter (rule 10.13). */
export function useUpdateWorkbooks({ model, rows, allRows, productGroup }: UpdateProps): ExcelChoice[] {
  const { t } = useTranslation();
  const nameOf = usePackageFileName(productGroup);
  if (!nameOf) return [];
  const all = {
    text: t('exports.excel'),
    fileName: () => nameOf(model.kind, { extension }),
    file: () => approvalFile(model, allRows),
  };
  const filtered = rows.length;
  const part = {
    text: t('exports.excelFiltered', { formatted: formatCount(filtered) }),
    fileName: () => nameOf(model.kind, { filtered, extension }),
    file: () => approvalFile(model, rows),
  };
  return filtered < allRows.length && filtered > 0 ? [all, part] : [all];
}
