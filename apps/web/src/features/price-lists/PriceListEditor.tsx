import { useMediaQuery } from '@mantine/hooks';
import {
  editAt,
  isBlocked,
  type PriceListModel,
  type PriceListSortKey,
  putEdit,
  rowAt,
  selectAll,
} from '@portal/list-view';
import { type RowEdit, withExclusion, withPermanent, withPrice } from '@portal/rules';
import type { TFunction } from 'i18next';
import { Suspense, useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { questions } from '../../editing/session/held-edit.ts';
import { WaitingOverlay } from '../../ui/WaitingOverlay.tsx';
import classes from '../../ui/screen/screen.module.css';
import type { ShownColumns } from './column-toggles.ts';
import { ConfirmView } from './ConfirmView.tsx';
import { DiscardDialog, SavedDialog } from './Dialogs.tsx';
import { EditToolbar } from './EditToolbar.tsx';
import { hasUnsavedEdits, importedEdits } from './edit-session.ts';
import { FilterBar } from './FilterBar.tsx';
import type { ListSlots } from './list-slots.ts';
import { listColumns, type RowActions } from './list-columns.tsx';
import { Footnote } from './Notices.tsx';
import { PriceHistoryModal } from './PriceHistoryModal.tsx';
import type { LoadedPriceList } from './price-lists-api.ts';
import type { ScreenMode } from '../../ui/screen/ModeBar.tsx';
import { RestoredNotice } from '../../editing/RestoredNotice.tsx';
import { useToolbarFocus } from '../../ui/screen/use-screen-focus.ts';
import { type RowData, rowData } from './row-data.ts';
import rowClasses from '../../editing/rows.module.css';
import { SelectAll } from './SelectAll.tsx';
import { useEditSession } from './use-edit-session.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { type ListFilter, NO_FILTER, useListView } from './use-list-view.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';

const ListImport = lazyPart(() => import('./import/ListImport.tsx'));

type Props = {
  list: LoadedPriceList;
  pharmacyId: string;
  token: string;
  shown: ShownColumns;
  mode: ScreenMode;
  reload: () => Promise<LoadedPriceList | undefined>;
  slots: ListSlots;
};

/** A loaded list: reading, editing, confirming and saving it (rule 4.7). */
export function PriceListEditor({ list, pharmacyId, token, shown, mode, reload, slots }: Props) {
  const { t } = useTranslation('priceList');
  const { head } = list;
  const edit = useEditSession({ list, pharmacyId, token, reload });
  const { session, model, dispatch } = edit;
  const { step, edits } = session;
  const editMode = step.name !== 'reading';
  const confirming = step.name === 'confirming' || step.name === 'saving' || step.name === 'saved';
  const toolbarFocus = useToolbarFocus(confirming);
  const view = useListView(model, edits, editMode);
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [historyRow, setHistoryRow] = useState<number | null>(null);
  const [asksDiscard, setAsksDiscard] = useState(false);
  const [importing, setImporting] = useState(false);
  const unsaved = hasUnsavedEdits(session);
  const blocker = useLeaveGuard(unsaved);

  const actions = useRowActions(model, dispatch, setHistoryRow);
  const selectAllOf = (column: 'permanent' | 'exclusion') => (
    <SelectAll
      model={model}
      edits={edits}
      rows={view.rows}
      column={column}
      onTick={(ticked) =>
        dispatch({ type: 'edited', change: (before) => selectAll(model, before, view.rows, column, ticked) })
      }
    />
  );
  const columns = useMemo(
    () =>
      listColumns({
        model,
        shown,
        editMode,
        narrow,
        actions,
        t,
        selectAll: editMode ? { permanent: selectAllOf('permanent'), exclusion: selectAllOf('exclusion') } : NO_BOXES,
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- the boxes are made of model, edits and rows
    [model, shown, editMode, narrow, actions, t, editMode && edits, editMode && view.rows],
  );
  const dataOf = useCallback((row: number): RowData => rowData(model, session, row), [model, session]);

  const cancel = () => (unsaved ? setAsksDiscard(true) : edit.discard());
  const discard = () => {
    setAsksDiscard(false);
    edit.discard();
    blocker.proceed?.();
  };
  const keep = () => {
    setAsksDiscard(false);
    blocker.reset?.();
  };
  const pznOf = (row: number) => model.columns.pzn[row] as string;
  const slotContext = {
    pharmacyId,
    token,
    productGroup: head.productGroup,
    model,
    rows: view.rows,
    rowsWithHidden: view.rowsWithHidden,
    expertColumns: mode === 'expert' ? shown : null,
  };

  return (
    <>
      {edit.restored && <RestoredNotice restored={edit.restored} onClose={() => edit.setRestored(null)} />}
      {confirming ? (
        <ConfirmView
          model={model}
          session={session}
          narrow={narrow}
          onSave={() => void edit.submit()}
          onCancel={() => dispatch({ type: 'backToList' })}
          onReload={() => void edit.reloadKeepingOthers()}
          onChoose={actions.enterPrice}
        />
      ) : (
        <>
          <FilterBar
            model={model}
            filter={view.filter}
            editMode={editMode}
            shown={view.rows.length}
            onFilter={view.setFilter}
          />
          <div className={classes.grid}>
            <DataGrid
              label={t('title', { group: t(`group.${head.productGroup}`) })}
              columns={columns}
              rows={view.rows}
              dataOf={dataOf}
              lookOf={lookOf}
              sort={view.sort}
              onSort={(key) => view.sortBy(key as PriceListSortKey)}
              onOpen={setHistoryRow}
              onToggle={(row) => dispatch({ type: 'markToggled', pzn: pznOf(row) })}
              isLocked={(row) => isBlocked(model, row)}
              viewKey={view.viewKey}
              empty={emptyText(model, view.filter, t)}
              printHint={t(editMode ? 'common:print.afterEditing' : 'common:print.pdf')}
            />
          </div>
          <Footnote blocked={head.blockedProducts.length} narrow={narrow} />
          <EditToolbar
            session={session}
            focus={toolbarFocus}
            editable={edit.editable}
            downloads={slots.downloads?.(slotContext)}
            onEdit={edit.start}
            onImport={() => setImporting(true)}
            onCheck={() => dispatch({ type: 'checked' })}
            onCancel={cancel}
          />
        </>
      )}
      {importing && (
        <Suspense fallback={<WaitingOverlay opened text={t('loadingImport')} />}>
          <ListImport
            model={model}
            edits={edits}
            group={head.productGroup}
            onImported={(result) => dispatch({ type: 'imported', ...importedEdits(result) })}
            onFilter={(filter) => view.setFilter({ ...NO_FILTER, filter })}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
      <WaitingOverlay opened={step.name === 'saving'} text={t('saving')} />
      <SavedDialog
        opened={step.name === 'saved'}
        panel={step.name === 'saved' && slots.tillPanel?.(slotContext)}
        changed={step.name === 'saved' ? step.count : 1}
        asked={questions(session.faults).size}
        onClose={() => void edit.finish()}
      />
      <DiscardDialog
        opened={asksDiscard || blocker.state === 'blocked'}
        count={edits.size}
        onKeep={keep}
        onDiscard={discard}
      />
      <PriceHistoryModal
        pharmacyId={pharmacyId}
        token={token}
        product={historyRow === null ? null : { pzn: pznOf(historyRow), name: model.columns.name[historyRow] ?? '' }}
        onClose={() => setHistoryRow(null)}
      />
    </>
  );
}

/** Why there is nothing to see; the specified sentence where filter or search leave nothing (rule 4.7). */
function emptyText(model: PriceListModel, { filter, query, hideNegative }: ListFilter, t: TFunction<'priceList'>) {
  if (model.count === 0) return t('emptyList');
  return filter === 'all' && query === '' && hideNegative ? t('onlyExclusions') : t('empty');
}

const NO_BOXES = { permanent: null, exclusion: null };

/** Changed grey, marked green, blocked hatched. */
function lookOf(_row: number, { edit, blocked, marked }: RowData) {
  const look = blocked ? rowClasses.blocked : edit ? rowClasses.changed : marked ? rowClasses.marked : undefined;
  return { className: look, selected: marked && !edit };
}

/** What the inputs of a row do; the same object for as long as the list is the same. */
function useRowActions(
  model: PriceListModel,
  dispatch: ReturnType<typeof useEditSession>['dispatch'],
  openHistory: (row: number) => void,
): RowActions {
  return useMemo(() => {
    const pznOf = (row: number) => model.columns.pzn[row] as string;
    const edit = (
      row: number,
      how: (before: RowEdit, context: { blocked: boolean }) => RowEdit,
      entered: { price?: boolean; rounded?: string } = {},
    ) =>
      dispatch({
        type: 'edited',
        pzn: pznOf(row),
        ...entered,
        change: (edits) =>
          putEdit(model, edits, row, how(editAt(model, edits, row), { blocked: isBlocked(model, row) })),
      });
    return {
      openHistory,
      enterPrice: (row, price, rounded) =>
        edit(row, (before, context) => withPrice(rowAt(model, row), before, price, context), {
          price: true,
          ...(rounded === undefined ? {} : { rounded }),
        }),
      mistype: (row, fault) => dispatch({ type: 'mistyped', pzn: pznOf(row), fault }),
      tickPermanent: (row, ticked) =>
        edit(row, (before, context) => withPermanent(rowAt(model, row), before, ticked, context)),
      tickExclusion: (row, ticked) =>
        edit(row, (before, context) => withExclusion(rowAt(model, row), before, ticked, context)),
    };
  }, [model, dispatch, openHistory]);
}
