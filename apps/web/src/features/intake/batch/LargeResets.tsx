import { useTranslation } from 'react-i18next';
import { useLeavingWords } from '../../../editing/leaving/use-leaving-words.ts';
import { formatCount } from '../../../lib/format.ts';
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx';
import type { Checked } from './batch-files.ts';

type Props = { opened: boolean; files: readonly Checked[]; onConfirm: () => void; onClose: () => void };

/** More than a tenth of the articles (rule 6.5). */
export function LargeResets({ opened, files, onConfirm, onClose }: Props) {
  const { t } = useTranslation(['uploads', 'common']);
  const words = useLeavingWords();
  const count = files.reduce((sum, { state }) => sum + state.check.leaving.count, 0);
  const counts = { count, number: formatCount(count) };
  return (
    <ConfirmDialog
      opened={opened}
      danger
      title={t('large.title', counts)}
      confirmLabel={t('large.confirm', counts)}
      cancelLabel={t('cancel')}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      {files.map(({ id, state: { check } }) => {
        const { articles, ended } = words(check.leaving);
        return (
          <p key={id}>
            <strong>
              {check.pharmacy.name} ({check.pharmacy.apoId}), {t(`common:productGroup.${check.productGroup}`)}:
            </strong>{' '}
            {articles} {ended}
          </p>
        );
      })}
    </ConfirmDialog>
  );
}
