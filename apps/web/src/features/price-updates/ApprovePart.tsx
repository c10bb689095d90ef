import { Button } from '@mantine/core';
import { PART_BLOCKERS } from '@portal/rules';
import { useTranslation } from 'react-i18next';
import type { ReactNode } from 'react';
import { ResultDialog } from '../../editing/parts/ResultDialog.tsx';
import { formatCount } from '../../lib/format.ts';
import { isRest, type RestReason, type useApprovePart } from './use-approve-part.ts';

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

/** As a list counts them, what is to be reviewed first. */
const REST: ReadonlySet<RestReason> = new Set(['toReview', 'reviewed', ...PART_BLOCKERS.filter(isRest)]);

/** Rows that are named. */
const NAMED = 5;

type ResultProps = Props & {
  /** Rows. */
  open: number;
  /** The way on, of what is approved already. */
  nextSteps: (approved: { readonly changed: number; readonly loaded: number }) => ReactNode;
};

/** What of it is approved, and what stays open, and why (rules 6.30 and 6.31). */
export function PartResult({ part: { approved, close }, open, nextSteps }: ResultProps) {
  const { t } = useTranslation('priceUpdate');
  if (!approved) return null;
  const { approved: count, changed, stays, names, rest } = approved;
  const reasons = [...REST].flatMap((why) => {
    const rows = rest.get(why);
    return rows === undefined ? [] : [t(`part.rest.${why}`, { number: formatCount(rows) })];
  });
  const named = names.slice(0, NAMED).join(', ');
  const staying = { count: stays.count, number: formatCount(stays.count) };
  return (
    <ResultDialog
      title={t('result.approvedCount', { count, number: formatCount(count) })}
      texts={[
        t('part.approved'),
        t('part.open', { count: open, number: formatCount(open), reasons: reasons.join(', ') }),
        stays.count > 0 && t('part.stays', { ...staying, names: stays.count > NAMED ? `${named} …` : named }),
      ]}
      panel={nextSteps({ changed, loaded: count })}
      closeLabel={t('part.continue')}
      onClose={close}
    />
  );
}
