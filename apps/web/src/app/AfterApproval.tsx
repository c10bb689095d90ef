import type { ProductGroup } from '@portal/rules';
import { VisuallyHidden } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Outcome } from '../editing/session/session.ts';
import { useTillState } from '../features/exports/use-till-state.ts';
import { TillDownloadPanel } from '../features/exports/TillDownloadPanel.tsx';
import { LabelsButton } from '../features/pdf/labels/LabelsButton.tsx';
import { useApprovalLabels } from '../features/pdf/labels/use-approval-labels.ts';
import { formatCount } from '../lib/format.ts';
import classes from './AfterApproval.module.css';

type Props = { pharmacyId: string; token: string; productGroup: ProductGroup; id: number; outcome: Outcome };

/** The way from the approval to till and shelf, ticked as far as it is done (rule 6.33). */
export function AfterApproval({ pharmacyId, token, productGroup, id, outcome }: Props) {
  const { t } = useTranslation();
  const params = { apoId: pharmacyId, token };
  const till = useTillState(params, productGroup);
  const labels = useApprovalLabels(params, id, outcome.changed);
  const [isPrinted, setPrinted] = useState(false);
  const [isDownloaded, setDownloaded] = useState(false);
  const panel = <TillDownloadPanel preselected={[productGroup]} folds onSaved={() => setDownloaded(true)} />;
  return (
    <ol className={classes.steps} aria-label={t('afterApproval.label')}>
      <Step
        done={till === 'loaded'}
        begun={isDownloaded}
        title={t(`afterApproval.till.${isDownloaded && till === null ? 'downloaded' : (till ?? 'file')}`)}
      >
        {till === 'fetches' ? (
          <details>
            <summary className={classes.summary}>{t('afterApproval.byHand')}</summary>
            {panel}
          </details>
        ) : (
          panel
        )}
      </Step>
      <Step
        done={isPrinted || labels === 0}
        title={
          labels === null
            ? t('labels.title')
            : t(labels === 0 ? 'afterApproval.noLabels' : 'afterApproval.labels', { formatted: formatCount(labels) })
        }
      >
        {labels !== 0 && (
          <LabelsButton
            pharmacyId={pharmacyId}
            token={token}
            sources={[{ name: 'approval', id }]}
            onMarked={() => setPrinted(true)}
          />
        )}
      </Step>
    </ol>
  );
}

type StepProps = { done: boolean; begun?: boolean; title: string; children?: ReactNode };

function Step({ done, begun = false, title, children }: StepProps) {
  const { t } = useTranslation();
  const Icon = done ? IconCircleCheck : begun ? IconCircleDashed : IconCircle;
  return (
    <li className={classes.step} data-done={done || undefined}>
      <Icon aria-hidden size={20} />
      <div className={classes.content}>
        <strong className={classes.title}>
          {title}
          {done && <VisuallyHidden> {t('afterApproval.done')}</VisuallyHidden>}
        </strong>
        {children}
      </div>
    </li>
  );
}
