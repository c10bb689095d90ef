import { Button } from '@mantine/core';
import {
  csvText,
  approvalFile,
  approvedRows,
  type ApprovalModel,
  type ExpertColumns,
  lzdFormatFile,
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
  /** The same rows with the exclusions that the screen hides; absent where it hides none. */
  rowsWithHidden?: () => ArrayLike<number>;
};

/** 'CSV': the rows of a price list (rule 10.7). Hidden exclusions are left out, which it says, and offers them. */
export function PriceListCsvButton({ model, rows, productGroup, expert, rowsWithHidden }: PriceListCsv) {
  const { t } = useTranslation();
  const pharmacy = usePagePharmacy();
  const [leftOut, setLeftOut] = useState<{ rows: ArrayLike<number>; all: ArrayLike<number> } | null>(null);
  if (!pharmacy) return <FileButton text={t('exports.csv')} tip={t('exports.csvTip')} disabled onClick={() => {}} />;
  const save = (chosen: ArrayLike<number>) =>
    downloadText(priceListFileName(productGroup, pharmacy.name), csvText(priceListFile(model, chosen, expert)));
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

/** 'LZD-Format': the rows of a price list as a file that can be uploaded as an LZD; for staff (rule 10.8). */
export function LzdFormatButton({ model, rows, productGroup }: List) {
  const { t } = useTranslation();
  const nameOf = usePackageFileName(productGroup);
  return (
    <FileButton
      text={t('exports.lzd')}
      tip={t('exports.lzdTip')}
      disabled={!nameOf || rows.length === 0}
      onClick={() => nameOf && downloadText(nameOf('LZD'), csvText(lzdFormatFile(model, rows)))}
    />
  );
}

/**
 * 'CSV': all rows of an approved package (rule 10.9), whatever filter is on.
 * @param filtered of the second choice: only the rows of the filter, which its text and the name of the file say
 */
export function ApprovalCsvButton(props: Rows & { model: ApprovalModel; filtered?: boolean }) {
  const { model, rows, productGroup, filtered = false } = props;
  const { t } = useTranslation();
  const count = approvedRows(model, rows).length;
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
