import { NO_EDITS } from '@portal/list-view';
import { setDays } from '@portal/rules';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { nameWithPack } from '../card/article-card.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { WaitingOverlay } from '../../ui/WaitingOverlay.tsx';
import type { KindTypes } from '../kind/kind.ts';
import { NO_DAYS } from '../kind/days.ts';
import type { ListEditor } from '../state/use-list-editor.ts';

const DaysDialog = lazyPart(() => import('./DaysDialog.tsx'));

/** The days of the price that was asked for (rule 17.2). */
export function DaysOfRow<T extends KindTypes>({ editor }: { editor: ListEditor<T> }) {
  const { t } = useTranslation('editing');
  const { kind, model, session, daysRow, setDaysRow, actions, reminders } = editor;
  if (daysRow === null) return null;
  const pzn = model.columns.pzn[daysRow] as string;
  const edit = session.entered.edits.get(pzn) ?? kind.rules.inputs(model, NO_EDITS, daysRow);
  return (
    <Suspense fallback={<WaitingOverlay opened text={t('days.loading')} />}>
      <DaysDialog
        name={nameWithPack(model.columns.name[daysRow] ?? pzn, model.columns.content[daysRow] ?? null)}
        price={edit.ownPrice}
        days={{ ...NO_DAYS, ...setDays(edit) }}
        runsUntil={kind.rules.inputs(model, NO_EDITS, daysRow).validTo ?? null}
        remindsOn={reminders?.get(pzn) ?? null}
        onEnter={(days) => actions.enterDays(daysRow, days)}
        onClose={() => setDaysRow(null)}
      />
    </Suspense>
  );
}
