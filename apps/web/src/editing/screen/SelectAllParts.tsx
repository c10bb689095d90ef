import { useTranslation } from 'react-i18next';
import { formatCount } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { EditSession } from '../state/use-list-editor.ts';
import type { TickedAll } from '../state/use-select-all.ts';

type Props<T extends KindTypes> = { editor: EditSession<T> };

/** Asks before 'select all' changes many rows (rules 4.8 and 6.9). */
export function SelectAllQuestion<T extends KindTypes>({ editor: { selectAll } }: Props<T>) {
  const { t } = useTranslation('editing');
  const { toConfirm, confirm, cancel } = selectAll;
  if (!toConfirm) return null;
  return (
    <ConfirmDialog
      opened
      title={t(`selectAll.${nameOf(toConfirm)}.ask`, countsOf(toConfirm))}
      confirmLabel={t(`selectAll.${nameOf(toConfirm)}.confirm`)}
      cancelLabel={t('cancel')}
      onConfirm={confirm}
      onClose={cancel}
    >
      {toConfirm.column === 'exclusion' && toConfirm.ticked && `${t('selectAll.exclusionOn.means')} `}
      {t('selectAll.reach')}
    </ConfirmDialog>
  );
}

function nameOf({ column, ticked }: TickedAll) {
  return `${column}${ticked ? 'On' : 'Off'}` as const;
}

function countsOf({ count }: TickedAll) {
  return { count, number: formatCount(count) };
}
