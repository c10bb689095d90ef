import type { PriceListModel } from '@portal/list-view';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import { articleNames, CarriedPreview } from './CarriedPreview.tsx';
import type { CarriedOver } from './carry-over.ts';
import classes from './several.module.css';
import type { TargetState } from './use-targets.ts';

type ReadyState = TargetState & { name: 'ready' };
export type CarriedOf = (state: ReadyState) => CarriedOver;

type Props = { name: string; state: TargetState; carriedOf: CarriedOf; model: PriceListModel; opened?: boolean };

/** What would change in another pharmacy, or what became of it. */
export function PharmacyState({ name, state, carriedOf, model, opened = false }: Props) {
  const { t } = useTranslation('several');
  if (state.name !== 'ready') return <Outcome state={state} />;
  const { list, guardrails, conflicts } = state;
  if (!list.editable) return <p className={classes.warned}>{t('state.locked')}</p>;
  return (
    <>
      {conflicts.length > 0 && (
        <p className={classes.warned}>
          {t('conflicts', {
            count: conflicts.length,
            number: formatCount(conflicts.length),
            names: articleNames(conflicts, list.model, model),
          })}
        </p>
      )}
      <CarriedPreview
        name={name}
        carried={carriedOf(state)}
        model={model}
        guardrailsMissing={guardrails === null}
        opened={opened}
      />
    </>
  );
}

/** What became of one pharmacy. @param here the one whose list is open */
export function Outcome({ state, here = false }: { state: TargetState; here?: boolean }) {
  const { t } = useTranslation('several');
  switch (state.name) {
    case 'out':
    case 'ready':
      return null;
    case 'loading':
    case 'saving':
      return <p className={classes.said}>{t(`state.${state.name}`)}</p>;
    case 'unreadable':
      return <p className={classes.warned}>{t('state.unreadable', { message: state.message })}</p>;
    case 'saved':
      return (
        <p className={classes.saved}>
          {t('state.saved', { count: state.changed, number: formatCount(state.changed) })}
        </p>
      );
    case 'refused':
      return (
        <p className={classes.refused}>
          {t(here ? 'state.refusedHere' : 'state.refused', { message: state.failure.message })}
        </p>
      );
  }
}
