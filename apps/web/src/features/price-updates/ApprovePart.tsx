import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ResultDialog } from '../../editing/parts/ResultDialog.tsx';
import { formatCount } from '../../lib/format.ts';
import type { useApprovePart } from './use-approve-part.ts';

type Props = { part: ReturnType<typeof useApprovePart> };

/** The confirmation's second choice (rule 6.29). */
export function ApprovePartButton({ part: { pzns, send } }: Props) {
  const { t } = useTranslation('priceUpdate');
  if (pzns === null) return null;
  return (
    <Button variant="default" onClick={send}>
      {t('part.approve', { count: pzns.length, number: formatCount(pzns.length) })}
    </Button>
  );
}

/** Rows that are named. */
const NAMED = 5;

/** What of it is approved, and what stays open (rule 6.31). */
export function PartResult({ part: { approved, close }, open }: Props & { open: number }) {
  const { t } = useTranslation('priceUpdate');
  if (!approved) return null;
  const { approved: count, stays, names } = approved;
  const named = names.slice(0, NAMED).join(', ');
  const staying = { count: stays.count, number: formatCount(stays.count) };
  return (
    <ResultDialog
      title={t('part.title')}
      texts={[
        t('part.approved', { count, number: formatCount(count) }),
        t('part.open', { count: open, number: formatCount(open) }),
        stays.count > 0 && t('part.stays', { ...staying, names: stays.count > NAMED ? `${named} …` : named }),
      ]}
      closeLabel={t('part.continue')}
      onClose={close}
    />
  );
}
