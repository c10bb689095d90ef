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
import { ExcelMenu } from './ExcelMenu.tsx';
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

/** Rule 10.13. */
export function PriceListExcel({ model, rows, productGroup, expert, isFiltered, rowsWithHidden }: ListProps) {
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
  const lists = [
    listOf(t(rowsWithHidden ? 'exports.excelShown' : 'exports.excelList'), () => rows),
    ...(rowsWithHidden ? [listOf(t('exports.excelWithHidden'), rowsWithHidden)] : []),
  ];
  const lzd =
    staff && nameOf && lzdFormatRows(model, rows).length > 0
      ? [
          {
            text: t('exports.excelLzd'),
            fileName: () => {
              const part = isFiltered?.() ? { filtered: lzdFormatRows(model, rows).length } : {};
              return nameOf('LZD', { extension, ...part });
            },
            file: () => lzdFormatFile(model, rows),
          },
        ]
      : [];
  return (
    <ExcelMenu
      productGroup={productGroup}
      tip={t('exports.excelTip')}
      choices={pharmacy && rows.length > 0 ? [...lists, ...lzd] : []}
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

/** Rule 10.13. */
export function UpdateExcel({ model, rows, allRows, productGroup }: UpdateProps) {
  const { t } = useTranslation();
  const nameOf = usePackageFileName(productGroup);
  if (!nameOf) return <ExcelMenu productGroup={productGroup} tip={t('exports.excelTip')} choices={[]} />;
  const all = {
    text: t('exports.excelAll', { formatted: formatCount(allRows.length) }),
    fileName: () => nameOf(model.kind, { extension }),
    file: () => approvalFile(model, allRows),
  };
  const filtered = rows.length;
  const part = {
    text: t('exports.excelFiltered', { formatted: formatCount(filtered) }),
    fileName: () => nameOf(model.kind, { filtered, extension }),
    file: () => approvalFile(model, rows),
  };
  return (
    <ExcelMenu
      productGroup={productGroup}
      quiet={!model.approved}
      tip={t(model.approved ? 'exports.excelTip' : 'exports.excelOpenTip')}
      choices={rows.length < allRows.length && filtered > 0 ? [all, part] : [all]}
    />
  );
}
