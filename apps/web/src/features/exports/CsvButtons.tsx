import { Button } from '@mantine/core';
import {
  csvText,
  approvalFile,
  type ApprovalModel,
  type ExpertColumns,
  lzdFormatFile,
  lzdFormatRows,
  type PriceListModel,
  priceListFile,
} from '@portal/list-view';
import { priceListFileName, type ProductGroup } from '@portal/rules';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadText } from '../../lib/download.ts';
import { formatCount } from '../../lib/format.ts';
import classes from './exports.module.css';
import type { ExportItem } from './ExportMenu.tsx';
import { usePackageFileName } from './use-package-file-name.ts';
import { usePagePharmacy } from './use-page-pharmacy.ts';

type Rows = {
  productGroup: ProductGroup;
  /** Rows of the model in the order of the file. */
  rows: ArrayLike<number>;
};
type List = Rows & { model: PriceListModel };

type PriceListCsv = List & {
  expert: ExpertColumns;
  isFiltered?: () => boolean;
  rowsWithHidden?: () => ArrayLike<number>;
};

type LzdFormat = List & Pick<PriceListCsv, 'isFiltered'>;

type ApprovalCsv = Rows & { model: ApprovalModel; filtered?: boolean };

/** Rule 10.7; hidden exclusions are left out and offered. */
export function usePriceListCsv({ model, rows, productGroup, expert, isFiltered, rowsWithHidden }: PriceListCsv) {
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy();
  const [leftOut, setLeftOut] = useState<{ rows: ArrayLike<number>; all: ArrayLike<number> } | null>(null);
  const save = (chosen: ArrayLike<number>) => {
    const filtered = isFiltered?.() ? chosen.length : undefined;
    const name = priceListFileName(productGroup, pharmacy?.name ?? '', { filtered });
    downloadText(name, csvText(priceListFile(model, chosen, expert)));
  };
  return {
    text: t('exports.csv'),
    tip: t(rowsWithHidden ? 'exports.csvTipHidden' : 'exports.csvTip'),
    disabled: !pharmacy || rows.length === 0,
    onChoose: () => {
      save(rows);
      const all = rowsWithHidden?.() ?? rows;
      setLeftOut(all.length > rows.length ? { rows, all } : null);
    },
    notice: (
      // of the file just saved; another filter or search has other rows
      <div role="status" className={classes.leftOut}>
        {leftOut?.rows === rows && (
          <LeftOut
            count={leftOut.all.length - rows.length}
            total={leftOut.all.length}
            onSave={() => {
              save(leftOut.all);
              setLeftOut(null);
            }}
          />
        )}
      </div>
    ),
  };
}

export function PriceListCsvButton(props: PriceListCsv) {
  const { notice, ...file } = usePriceListCsv(props);
  return (
    <>
      <FileButton {...file} />
      {notice}
    </>
  );
}

function LeftOut({ count, total, onSave }: { count: number; total: number; onSave: () => void }) {
  const { t } = useTranslation();
  return (
    <>
      {t('exports.leftOut', { count, formatted: formatCount(count) })}
      <Button size="xs" variant="default" onClick={onSave}>
        {t('exports.withExclusions', { formatted: formatCount(total) })}
      </Button>
    </>
  );
}

/** Rule 10.8; for staff. A filtered file cannot be uploaded: a reset would drop the other articles. */
export function useLzdFormat({ model, rows, productGroup, isFiltered }: LzdFormat): ExportItem {
  const { t } = useTranslation();
  const nameOf = usePackageFileName(productGroup);
  return {
    text: t('exports.lzd'),
    tip: t('exports.lzdTip'),
    disabled: !nameOf || rows.length === 0,
    onChoose: () => {
      if (!nameOf) return;
      const part = isFiltered?.() ? { filtered: lzdFormatRows(model, rows).length } : {};
      downloadText(nameOf('LZD', part), csvText(lzdFormatFile(model, rows)));
    },
  };
}

export function LzdFormatButton(props: LzdFormat) {
  return <FileButton {...useLzdFormat(props)} />;
}

/**
 * Rule 10.9.
 * @param filtered only the rows of the filter
 */
export function useApprovalCsv({ model, rows, productGroup, filtered = false }: ApprovalCsv): ExportItem {
  const { t } = useTranslation();
  const count = rows.length;
  const nameOf = usePackageFileName(productGroup);
  return {
    text: filtered ? t('exports.csvFiltered', { formatted: formatCount(count) }) : t('exports.csv'),
    tip: t(filtered ? 'exports.csvFilteredTip' : 'exports.csvAllTip'),
    disabled: !nameOf || count === 0,
    onChoose: () => {
      if (!nameOf) return;
      downloadText(nameOf(model.kind, filtered ? { filtered: count } : {}), csvText(approvalFile(model, rows)));
    },
  };
}

function FileButton({ text, tip, disabled, onChoose }: ExportItem) {
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet aria-hidden size={16} />}
      title={tip}
      disabled={disabled}
      onClick={onChoose}
    >
      {text}
    </Button>
  );
}
