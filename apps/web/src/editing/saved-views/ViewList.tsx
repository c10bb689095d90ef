import { ActionIcon, Loader } from '@mantine/core';
import type { SavedView } from '@portal/contracts';
import { IconTrash } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { errorMessage } from '../../api/api-error.ts';
import { ConfirmButtons } from '../../ui/confirm-guard/ConfirmButtons.tsx';
import { readLayout } from '../columns/table-layout.ts';
import type { Table } from '../columns/use-table.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ColumnMode } from '../state/use-column-mode.tsx';
import type { ListView } from '../state/use-list-editor.ts';
import { addressOf, type NamedView } from './named-view.ts';
import { SaveView } from './SaveView.tsx';
import { useGetListViewsQuery, useSetListViewMutation } from './saved-views-api.ts';
import classes from './saved-views.module.css';

type Props<T extends KindTypes> = {
  editor: ListView<T>;
  mode: ColumnMode<T>;
  table: Table;
  onNamed: (view: NamedView) => void;
  onShown: () => void;
};

export function ViewList<T extends KindTypes>({ editor, mode, table, onNamed, onShown }: Props<T>) {
  const { t } = useTranslation('editing');
  const { pharmacyId = '', pharmacyToken = '' } = useParams();
  const request = { params: { pharmacyId, token: pharmacyToken, listKind: editor.kind.name } };
  const { data, error, isLoading } = useGetListViewsQuery(request, { refetchOnMountOrArgChange: true });
  const [set, saving] = useSetListViewMutation();
  const show = ({ name, address, layout }: SavedView) => {
    const said = new URLSearchParams(address);
    editor.view.show(said);
    mode.setMode(said.get('mode'));
    table.change(() => readLayout(layout));
    onNamed({ name, address });
    onShown();
  };
  const save = async (name: string, shared: boolean) => {
    const view = { address: addressOf(editor, mode), layout: layoutOf(table), shared };
    const isSaved = 'data' in (await set({ ...request, body: { name, view } }));
    if (isSaved) onNamed({ name, address: view.address });
    return isSaved;
  };
  const nameField = useRef<HTMLInputElement>(null);
  const remove = async ({ name, by }: SavedView) => {
    const removed = await set({ ...request, body: { name, view: null, ...(by ? { by } : {}) } });
    if ('data' in removed) nameField.current?.focus();
  };
  const views = data?.views ?? [];
  const failure = error ?? saving.error;
  return (
    <>
      {isLoading && <Loader size="sm" aria-label={t('views.loading')} />}
      {data && views.length === 0 && <p className={classes.none}>{t('views.none')}</p>}
      <ul className={classes.views} aria-label={t('views.open')}>
        {views.map((view) => (
          <li key={`${view.name} ${view.userName} ${view.mine} ${view.by}`} className={classes.view}>
            <button type="button" className={classes.show} onClick={() => show(view)}>
              <span>{view.name}</span>
              {view.shared && (
                <span className={classes.whose}>
                  {view.mine ? t('views.shared') : t('views.of', { userName: view.userName })}
                </span>
              )}
            </button>
            {(view.mine || view.by) && (
              // One that is deleted makes way for the next.
              <ConfirmButtons since={views.length}>
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  aria-label={t(view.mine ? 'views.delete' : 'views.unshare', view)}
                  title={t(view.mine ? 'views.delete' : 'views.unshare', view)}
                  disabled={saving.isLoading}
                  onClick={() => void remove(view)}
                >
                  <IconTrash aria-hidden size={16} />
                </ActionIcon>
              </ConfirmButtons>
            )}
          </li>
        ))}
      </ul>
      {failure && (
        <p role="alert" className={classes.failure}>
          {errorMessage(failure)}
        </p>
      )}
      <SaveView
        known={views.flatMap(({ name, mine }) => (mine ? [name] : []))}
        saving={saving.isLoading}
        field={nameField}
        onSave={save}
      />
    </>
  );
}

function layoutOf({ choices, layout }: Table) {
  return {
    ...layout,
    widths: { ...layout.widths },
    order: choices.map(({ column }) => column.id),
    shown: Object.fromEntries(choices.map(({ column, shown }) => [column.id, shown])),
    pins: Object.fromEntries(choices.map(({ column, pin }) => [column.id, pin])),
  };
}
