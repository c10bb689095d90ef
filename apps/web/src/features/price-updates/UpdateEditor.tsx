import { useMediaQuery } from '@mantine/hooks';
import { selectAllApproval, type TickColumn } from '@portal/list-view';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { useLocation, useNavigate } from 'react-router';
import { selectPharmacyContext } from '../../auth/pharmacy-context-slice.ts';
import { useLeaveGuard } from '../../lib/use-leave-guard.ts';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { questions } from '../../editing/session/held-edit.ts';
import rowClasses from '../../editing/rows.module.css';
import screen from '../../ui/screen/screen.module.css';
import type { ShownColumns } from './column-toggles.ts';
import { ConfirmView } from './ConfirmView.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { LoadedUpdate, UpdateRef } from './price-updates-api.ts';
import { RestoredNotice } from '../../editing/RestoredNotice.tsx';
import { useToolbarFocus } from '../../ui/screen/use-screen-focus.ts';
import { type RowData, rowData } from './row-data.ts';
import { SelectAllScope } from './SelectAll.tsx';
import { ContractDialog, DiscardDialog, StepDialogs } from './SessionDialogs.tsx';
import { StaffDialogs } from './StaffDialogs.tsx';
import classes from './update.module.css';
import { updateColumns } from './update-columns.tsx';
import type { UpdateSlotContext, UpdateSlots } from './update-slots.ts';
import { UpdateToolbar } from './UpdateToolbar.tsx';
import { useRowActions } from './use-row-actions.ts';
import { useStaffSteps } from './use-staff-steps.ts';
import { useUpdateSession } from './use-update-session.ts';
import { useUpdateView } from './use-update-view.ts';

type Props = {
  update: LoadedUpdate;
  target: UpdateRef;
  title: string;
  shown: ShownColumns;
  reload: () => Promise<LoadedUpdate | undefined>;
  slots: UpdateSlots;
};

/** A loaded package: reading, correcting, saving, checking and approving it (rule 6.8). */
export function UpdateEditor({ update, target, title, shown, reload, slots }: Props) {
  const { t } = useTranslation('priceUpdate');
  const { model, head } = update;
  const work = useUpdateSession({ update, target, reload });
  const { session, dispatch, unsaved } = work;
  const { step, entered } = session;
  const view = useUpdateView(model, entered.edits, head.lzd);
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const pharmacy = useSelector(selectPharmacyContext);
  const [asksContract, setAsksContract] = useState(false);
  const exit = useExit(target, unsaved, work.discard);
  const staff = useStaffSteps({ target, onGone: exit.toPharmacy, onChanged: work.reloadAfresh });

  const toolbarFocus = useToolbarFocus(step.name !== 'list' || staff.state.name !== 'idle');

  const actions = useRowActions(model, dispatch);
  const columns = useMemo(
    () => updateColumns({ model, shown, narrow, actions, t }),
    [model, shown, narrow, actions, t],
  );
  const onTick = useCallback(
    (column: TickColumn, ticked: boolean) =>
      dispatch({ type: 'edited', change: (before) => selectAllApproval(model, before, view.rows, column, ticked) }),
    [dispatch, model, view.rows],
  );
  const reach = useMemo(
    () => (model.editable ? { model, edits: entered.edits, rows: view.rows, onTick } : null),
    [model, entered.edits, view.rows, onTick],
  );
  const dataOf = useCallback((row: number): RowData => rowData(model, session, row), [model, session]);
  const lookOf = useCallback(
    (row: number, { edit, marked }: RowData) => ({
      className: model.columns.inactive[row]
        ? classes.inactive
        : edit
          ? rowClasses.changed
          : marked
            ? rowClasses.marked
            : undefined,
      selected: marked && !edit,
    }),
    [model],
  );

  const approve = () => void work.submit(view.settings);
  const context: UpdateSlotContext = {
    pharmacy,
    kind: head.kind,
    id: head.id,
    productGroup: head.productGroup,
    model,
    rows: view.rows,
    allRows: view.order,
  };
  const stay = () => {
    const approved = step.name === 'approved';
    dispatch({ type: 'resultClosed' });
    if (approved) void work.reloadAfresh();
  };
  const confirming =
    step.name === 'confirm' || (step.name === 'busy' && step.from === 'confirm') || step.name === 'approved';

  return (
    <>
      {work.restored && <RestoredNotice restored={work.restored} onClose={() => work.setRestored(null)} />}
      {confirming ? (
        <ConfirmView
          head={head}
          model={model}
          session={session}
          narrow={narrow}
          onApprove={() => (head.lzd?.pharmacy.contractStatus === 0 ? setAsksContract(true) : approve())}
          onCancel={() => dispatch({ type: 'confirmLeft' })}
          onReload={() => void work.reloadKeepingOthers()}
          onChoose={actions.enterPrice}
        />
      ) : (
        <>
          {session.failure && (
            <FailureNotice failure={session.failure} onReload={() => void work.reloadKeepingOthers()} />
          )}
          <FilterBar
            model={model}
            filter={view.filter}
            onFilter={view.setFilter}
            query={view.query}
            onSearch={view.search}
            shown={view.rows.length}
          />
          <div className={head.status < 0 ? `${screen.grid} ${classes.dimmed}` : screen.grid}>
            <SelectAllScope value={reach}>
              <DataGrid
                label={title}
                columns={columns}
                rows={view.rows}
                dataOf={dataOf}
                lookOf={lookOf}
                sort={view.sort}
                onSort={view.sortBy}
                onToggle={(row) => dispatch({ type: 'markToggled', pzn: model.columns.pzn[row] as string })}
                isLocked={(row) => model.columns.inactive[row] === true}
                viewKey={view.viewKey}
                empty={t(model.count === 0 ? 'emptyUpdate' : 'empty')}
                printHint={t(`common:print.${head.status > 0 ? 'pdf' : head.status === 0 ? 'afterApproval' : 'none'}`)}
              />
            </SelectAllScope>
          </div>
          <UpdateToolbar
            head={head}
            session={session}
            focus={toolbarFocus}
            unsaved={unsaved}
            downloads={head.status > 0 && slots.downloads?.(context)}
            onCancel={exit.back}
            onSave={() => void work.saveDraft(view.settings)}
            onApprove={() => dispatch({ type: 'confirmOpened' })}
            onStaffStep={staff.ask}
          />
        </>
      )}
      <StepDialogs
        kind={head.kind}
        step={step}
        asked={questions(session.faults).size}
        tillPanel={step.name === 'approved' && slots.tillPanel?.(context)}
        onStay={stay}
        onLeave={exit.toPharmacy}
      />
      <ContractDialog
        opened={asksContract}
        onClose={() => setAsksContract(false)}
        onConfirm={() => {
          setAsksContract(false);
          approve();
        }}
      />
      <StaffDialogs head={head} steps={staff} />
      <DiscardDialog opened={exit.asks} count={work.unsavedCount} onKeep={exit.keep} onDiscard={exit.discard} />
    </>
  );
}

/** The ways out of the page: back with a question when something is not saved, or to the pharmacy when all is done. */
function useExit({ pharmacyId, token }: UpdateRef, unsaved: boolean, discard: () => void) {
  const navigate = useNavigate();
  const location = useLocation();
  const [done, setDone] = useState(false);
  const blocker = useLeaveGuard(unsaved && !done);
  const home = `/p/${pharmacyId}/${token}`;
  useEffect(() => {
    // After the guard, whose effect runs first, has let go.
    if (done) void navigate(home);
  }, [done, home, navigate]);
  return {
    asks: blocker.state === 'blocked',
    keep: () => blocker.reset?.(),
    discard: () => {
      discard();
      blocker.proceed?.();
    },
    toPharmacy: () => {
      discard();
      setDone(true);
    },
    /** One page back; opened by its address, the page has none before it. */
    back: () => void (location.key === 'default' ? navigate(home) : navigate(-1)),
  };
}
