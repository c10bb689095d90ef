import type { ApprovalModel } from '@portal/list-view';
import { takesOffMany } from '@portal/rules';
import { memo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeavingWords } from '../../editing/leaving/use-leaving-words.ts';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { ContractDialog } from './PackageDialogs.tsx';
import type { UpdateHead } from './price-updates-api.ts';
import type { LeavingArticles } from './use-leaving-articles.ts';

/** The contract comes last: its button approves. */
export function useApprovalQuestions(head: UpdateHead, articles: LeavingArticles | null, approve: () => void) {
  const [openDialog, setOpenDialog] = useState<'leaving' | 'contract' | null>(null);
  const askContract = () => {
    const first = head.lzd?.pharmacy.contractStatus === 0;
    setOpenDialog(first ? 'contract' : null);
    if (!first) approve();
  };
  return {
    openDialog,
    /** Approves once all has been answered that there is to ask. */
    start: () =>
      articles && (!articles.leaving || takesOffMany(articles.leaving)) ? setOpenDialog('leaving') : askContract(),
    removed: askContract,
    activated: () => {
      setOpenDialog(null);
      approve();
    },
    close: () => setOpenDialog(null),
  };
}

type Props = {
  questions: ReturnType<typeof useApprovalQuestions>;
  articles: LeavingArticles | null;
  model: ApprovalModel;
};

/** Drawn again only while something is asked. */
export const ApprovalQuestions = memo(
  Questions,
  (before, now) => before.questions.openDialog === null && now.questions.openDialog === null,
);

function Questions({ questions: { openDialog, removed, activated, close }, articles, model }: Props) {
  return (
    <>
      {articles && (
        <RemovalDialog
          opened={openDialog === 'leaving'}
          articles={articles}
          model={model}
          onConfirm={removed}
          onClose={close}
        />
      )}
      <ContractDialog opened={openDialog === 'contract'} onConfirm={activated} onClose={close} />
    </>
  );
}

type RemovalProps = {
  opened: boolean;
  articles: LeavingArticles;
  model: ApprovalModel;
  onConfirm: () => void;
  onClose: () => void;
};

/** Rule 6.5. */
function RemovalDialog({ articles: { leaving }, model, ...dialog }: RemovalProps) {
  const { t } = useTranslation('priceUpdate');
  const words = useLeavingWords();
  const cancelLabel = t('cancel');
  if (!leaving) {
    return (
      <ConfirmDialog
        {...dialog}
        cancelLabel={cancelLabel}
        title={t('removal.unknownTitle')}
        confirmLabel={t('removal.unknownConfirm')}
      >
        <p>{t('leaving.failedText')}</p>
      </ConfirmDialog>
    );
  }
  const { count, listCount } = leaving;
  const counts = { count, number: formatCount(count) };
  const said = words(leaving);
  const after = model.columns.inactive.filter((inactive) => !inactive).length;
  return (
    <ConfirmDialog
      {...dialog}
      cancelLabel={cancelLabel}
      danger
      title={t('removal.title', counts)}
      confirmLabel={t('removal.confirm', counts)}
    >
      <p>{t('removal.list', { before: formatCount(listCount), after: formatCount(after) })}</p>
      <p>{said.articles}</p>
      {said.ended && <p>{said.ended}</p>}
    </ConfirmDialog>
  );
}
