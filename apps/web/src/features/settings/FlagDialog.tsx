import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { flagField, type FlagPreview } from './flag-change.ts';
import classes from './settings.module.css';

type Props = {
  preview: FlagPreview;
  /** How many mirrors follow. */
  mirrors: number;
  opened: boolean;
  busy: boolean;
  failure: string | null;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Says what a new setting does to the open package, before it does. */
export function FlagDialog({ preview, mirrors, opened, busy, failure, onConfirm, onClose }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  const { kind, flag, effect, when, id } = preview;
  const group = t(`common:productGroup.${preview.productGroup}`);
  const update = t(`${kind}.package`, { group, id });
  return (
    <ConfirmDialog
      opened={opened}
      title={t(`${kind}.dialogTitle`, { group })}
      failure={failure && `${t('saveFailed')} ${failure}`}
      confirmLabel={t(effect === 'now' ? 'preview.confirmNow' : 'preview.confirm')}
      cancelLabel={t('cancel')}
      busy={busy}
      onConfirm={() => void onConfirm()}
      onClose={onClose}
    >
      <dl className={classes.preview}>
        <dt>{t('preview.new')}</dt>
        <dd>{flagField(kind).choices[flag]}</dd>
      </dl>
      <p className={classes.effect} data-effect={effect}>
        {t(`preview.${effect}`, { package: update, when })}
      </p>
      {mirrors > 0 && <p>{t('preview.mirrors', { count: mirrors })}</p>}
    </ConfirmDialog>
  );
}
