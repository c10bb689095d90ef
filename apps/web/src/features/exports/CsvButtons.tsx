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

/** Rule 10.7; hidden exclusions are left out and offered. */
export function PriceListCsvButton(props: PriceListCsv) {
  const { model, rows, productGroup, expert, isFiltered, rowsWithHidden } = props;
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy();
  const [leftOut, setLeftOut] = useState<{ rows: ArrayLike<number>; all: ArrayLike<number> } | null>(null);
  if (!pharmacy) return <FileButton text={t('exports.csv')} tip={t('exports.csvTip')} disabled onClick={() => {}} />;
  const save = (chosen: ArrayLike<number>) => {
    const filtered = isFiltered?.() ? chosen.length : undefined;
    const name = priceListFileName(productGroup, pharmacy.name, { filtered });
    downloadText(name, csvText(priceListFile(model, chosen, expert)));
  };
  const download = () => {
    save(rows);
    const all = rowsWithHidden?.() ?? rows;
    setLeftOut(all.length > rows.length ? { rows, all } : null);
  };
  return (
    <>
      <FileButton
        text={t('exports.csv')}
        tip={t(rowsWithHidden ? 'exports.csvTipHidden' : 'exports.csvTip')}
        disabled={rows.length === 0}
        onClick={download}
      />
      {/* of the file just saved; another filter or search has other rows */}
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
export function LzdFormatButton({ model, rows, productGroup, isFiltered }: List & Pick<PriceListCsv, 'isFiltered'>) {
  const { t } = useTranslation();
  const nameOf = usePackageFileName(productGroup);
  return (
    <FileButton
      text={t('exports.lzd')}
      tip={t('exports.lzdTip')}
      disabled={!nameOf || rows.length === 0}
      onClick={() => {
        if (!nameOf) return;
        const part = isFiltered?.() ? { filtered: lzdFormatRows(model, rows).length } : {};
        downloadText(nameOf('LZD', part), csvText(lzdFormatFile(model, rows)));
      }}
    />
  );
}

/**
 * Rule 10.9.
 * @param filtered only the rows of the filter
 */
export function ApprovalCsvButton(props: Rows & { model: ApprovalModel; filtered?: boolean }) {
  const { model, rows, productGroup, filtered = false } = props;
  const { t } = useTranslation();
  const count = rows.length;
  const nameOf = usePackageFileName(productGroup);
  return (
    <FileButton
      text={filtered ? t('exports.csvFiltered', { formatted: formatCount(count) }) : t('exports.csv')}
      tip={t(filtered ? 'exports.csvFilteredTip' : 'exports.csvAllTip')}
      disabled={!nameOf || count === 0}
      onClick={() =>
        nameOf &&
        downloadText(nameOf(model.kind, filtered ? { filtered: count } : {}), csvText(approvalFile(model, rows)))
      }
    />
  );
}

function FileButton(props: { text: string; tip: string; disabled: boolean; onClick: () => void }) {
  const { text, tip, disabled, onClick } = props;
  return (
    <Button
      variant="default"
      leftSection={<IconFileSpreadsheet aria-hidden size={16} />}
      title={tip}
      disabled={disabled}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}
