import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';
import { useStableCallback } from '../../lib/use-stable.ts';
import { Aside } from '../../ui/screen/Aside.tsx';
import screen from '../../ui/screen/screen.module.css';
import { useToolbarFocus } from '../../ui/screen/use-screen-focus.ts';
import { WaitingOverlay } from '../../ui/WaitingOverlay.tsx';
import { BulkButton, BulkRuleDialog } from '../bulk/BulkButton.tsx';
import { Paste } from '../clipboard/Paste.tsx';
import { useClipboard } from '../clipboard/use-clipboard.ts';
import { useSelectAllKey } from '../clipboard/use-select-all-key.ts';
import { ColumnChooser } from '../columns/ColumnChooser.tsx';
import { HeadingMenu } from '../columns/HeadingMenu.tsx';
import { useHeadingMenu } from '../columns/use-heading-menu.ts';
import { useRoom } from '../columns/use-room.ts';
import { useTable } from '../columns/use-table.ts';
import { ConfirmView } from '../confirm/ConfirmView.tsx';
import { DaysOfRow } from '../days/DaysOfRow.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { FailureNotice } from '../parts/FailureNotice.tsx';
import { FilterBar } from './FilterBar.tsx';
import { HeadStatus } from './HeadStatus.tsx';
import { KeysHelp } from '../keys/KeysHelp.tsx';
import { useKeysHelp } from '../keys/use-keys-help.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';
import { ListGrid, type ListGridProps } from './ListGrid.tsx';
import { RestoredNotice } from '../parts/RestoredNotice.tsx';
import { isReviewOffered, ReviewedList } from '../review/cards/ReviewedList.tsx';
import { DueParts } from '../review/DueParts.tsx';
import { Hint } from '../review/Hint.tsx';
import { ReviewDetails } from '../review/ReviewBar.tsx';
import { useScanKeys } from '../scan/use-scan-keys.ts';
import { SavedViews } from '../saved-views/SavedViews.tsx';
import { SelectAllQuestion } from './SelectAllParts.tsx';
import { LastEntry } from '../undo/LastEntry.tsx';
import { Toolbar, type ToolbarParts } from './Toolbar.tsx';
import type { ColumnMode } from '../state/use-column-mode.tsx';

type Props<T extends KindTypes> = Omit<ListGridProps<T>, 'editor' | 'table' | 'handlers' | 'onMenu'> & {
  editor: ListEditor<T>;
  /** Columns that the standard or the expert mode shows. */
  mode: ColumnMode<T>;
  toolbar: ToolbarParts;
  /** Who has saved the stored drafts; empty where that is not known. */
  draftsBy?: string;
  /** In the title line, what speaks against the list as a whole. */
  doubts?: ReactNode;
  /** Beside the rows. */
  aside?: ReactNode;
  /** It takes room of the rows. */
  asideOpened?: boolean;
  /** Shows and hides it, among the columns. */
  asideToggle?: ReactNode;
  /** In the confirmation, above its rows. */
  confirmNotice?: ReactNode;
  /** In the confirmation, beside its buttons. */
  confirmTools?: ReactNode;
  /** In place of sending at once what is confirmed. */
  onConfirm?: () => void;
  /** A question of the screen's own is open. */
  asking?: boolean;
};

export function Editor<T extends KindTypes>(props: Props<T>) {
  const {
    toolbar,
    draftsBy = '',
    doubts,
    aside,
    asideOpened,
    asideToggle,
    confirmNotice,
    confirmTools,
    onConfirm,
    asking = false,
    ...rest
  } = props;
  const { mode, editor, ...grid } = rest;
  const { t } = useTranslation('editing');
  const { kind, session, confirming } = editor;
  const { phase, failure } = session;
  const narrow = useMatches('(max-width: 48em)');
  const focus = useToolbarFocus((phase.name !== 'reading' && phase.name !== 'editing') || asking);
  const docked = asideOpened === true && editor.view.rows.length > 0 && !narrow;
  const isExpert = mode.mode === 'expert';
  const keepsInputs = (isExpert || docked) && !narrow;
  const [room, work] = useRoom(docked);
  const columns = { shown: mode.shown, narrow, keepsInputs, docked, isExpert, room };
  const table = useTable(editor, { ...columns, onOpen: grid.onOpen });
  const headings = useHeadingMenu();
  const clipboard = useClipboard(editor, table);
  const reachable = phase.name === 'reading' || phase.name === 'editing';
  useScanKeys((scan) => reachable && !document.querySelector('[role="dialog"]') && editor.scans.onScan(scan));
  useSelectAllKey(editor.grid);
  const { model, view, bulk, editing, editable, review } = editor;
  const openBulk = bulk.setOpened;
  const offersBulk = editable && (editing || (kind.opens === 'reading' && !narrow));
  const judged = review !== undefined;
  const askRule = useStableCallback(() => {
    if (!editing) editor.startEditing();
    openBulk(true);
  });
  const keys = useKeysHelp();
  const openKeys = keys.open;
  const details = narrow && isReviewOffered(editor) ? editor.steady : undefined;
  // No keystroke draws it again.
  const filters = useMemo(() => {
    const parts = { kind, model, view };
    return (
      <FilterBar editor={parts}>
        {(close) => (
          <>
            {narrow && mode.bar}
            {details && <ReviewDetails editor={details} />}
            {offersBulk && (
              <BulkButton
                ready={judged}
                onOpen={() => {
                  close();
                  askRule();
                }}
              />
            )}
            <SavedViews editor={parts} mode={mode} table={table} />
            <ColumnChooser table={table} mode={mode} onKeys={openKeys}>
              {asideToggle}
            </ColumnChooser>
          </>
        )}
      </FilterBar>
    );
  }, [kind, model, view, mode, table, narrow, details, offersBulk, judged, askRule, openKeys, asideToggle]);
  const submit = onConfirm ?? (() => void editor.submit(kind.confirms));
  return (
    <>
      {editor.restored && <RestoredNotice restored={editor.restored} onClose={editor.dismissRestored} />}
      {confirming ? (
        <ConfirmView editor={editor} narrow={narrow} notice={confirmNotice} tools={confirmTools} onSubmit={submit} />
      ) : (
        <>
          {failure && (
            <FailureNotice kind={kind.name} failure={failure} onReload={() => void editor.reloadKeepingOthers()} />
          )}
          <HeadStatus editor={editor} draftsBy={draftsBy} doubts={doubts} />
          <ReviewedList
            editor={editor}
            narrow={narrow}
            filters={filters}
            onOpen={grid.onOpen}
            notes={<LastEntry editor={editor} skipped={clipboard.skipped} />}
            tools={(focused, notes) => (
              <Toolbar
                editor={editor}
                focus={focused}
                onOpen={grid.onOpen}
                said={
                  notes && (
                    <>
                      {notes}
                      {editor.reviewing && editable && kind.confirms === 'approve' ? (
                        <p className={screen.footnote}>{t('toolbar.notAll')}</p>
                      ) : (
                        editor.isReviewed && editable && <Hint of={['way', 'card']} />
                      )}
                    </>
                  )
                }
                {...toolbar}
              />
            )}
            focus={focus}
            lock={toolbar.lock}
          >
            {(onOpen) => (
              <>
                <DueParts editor={editor} />
                <div ref={work} className={screen.work} data-kind={kind.name}>
                  <ListGrid
                    {...grid}
                    {...(onOpen ? { onOpen } : {})}
                    editor={editor}
                    table={table}
                    handlers={clipboard.handlers}
                    onMenu={headings.open}
                  />
                  {aside && <Aside>{aside}</Aside>}
                </div>
              </>
            )}
          </ReviewedList>
        </>
      )}
      {phase.name === 'sending' && <WaitingOverlay opened text={t(`busy.${phase.task}`)} />}
      <SelectAllQuestion editor={editor} />
      <DaysOfRow editor={editor} />
      <BulkRuleDialog editor={editor} />
      <Paste editor={editor} clipboard={clipboard} />
      <DiscardDialog editor={editor} />
      <HeadingMenu editor={editor} table={table} menu={headings} />
      <KeysHelp help={keys} />
    </>
  );
}
