import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Shown } from '../lib/use-stored-toggles.ts';
import { useToolbarFocus } from '../ui/screen/use-screen-focus.ts';
import { WaitingOverlay } from '../ui/WaitingOverlay.tsx';
import { ConfirmView } from './confirm/ConfirmView.tsx';
import { DiscardDialog } from './DiscardDialog.tsx';
import { FailureNotice } from './FailureNotice.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { KindTypes } from './kind.ts';
import { ListGrid } from './ListGrid.tsx';
import { RestoredNotice } from './RestoredNotice.tsx';
import { Toolbar, type ToolbarParts } from './Toolbar.tsx';
import type { Editing } from './use-editing.ts';

type Props<T extends KindTypes> = {
  edit: Editing<T>;
  title: string;
  shown: Shown<T['toggle']>;
  toolbar: ToolbarParts;
  /** Where the whole list can be had on paper while it is read. */
  printHint: string;
  onOpen?: (row: number) => void;
  /** Below the rows. */
  footnote?: (narrow: boolean) => ReactNode;
  /** In the confirmation, above its rows. */
  confirmNotice?: ReactNode;
  /** In place of sending at once what is confirmed. */
  onConfirm?: () => void;
  /** Nothing of the list counts any more. */
  dimmed?: boolean;
  /** A question of the screen's own is open. */
  asking?: boolean;
};

/** A list of any kind: reading, editing and confirming it. What only one screen has comes in as parts of it. */
export function Editor<T extends KindTypes>(props: Props<T>) {
  const { edit, title, shown, toolbar, printHint, onOpen, footnote, confirmNotice, dimmed = false, asking } = props;
  const { t } = useTranslation('editing');
  const { kind, session, confirming } = edit;
  const { step, failure } = session;
  const narrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const focus = useToolbarFocus((step.name !== 'reading' && step.name !== 'editing') || asking === true);
  const submit = props.onConfirm ?? (() => void edit.submit(kind.confirms));
  return (
    <>
      {edit.restored && <RestoredNotice restored={edit.restored} onClose={edit.dismissRestored} />}
      {confirming ? (
        <ConfirmView edit={edit} narrow={narrow} notice={confirmNotice} onSubmit={submit} />
      ) : (
        <>
          {failure && (
            <FailureNotice kind={kind.name} failure={failure} onReload={() => void edit.reloadKeepingOthers()} />
          )}
          <FilterBar edit={edit} />
          <ListGrid {...{ edit, title, shown, narrow, dimmed, onOpen, printHint }} />
          {footnote?.(narrow)}
          <Toolbar edit={edit} focus={focus} {...toolbar} />
        </>
      )}
      {step.name === 'sending' && <WaitingOverlay opened text={t(`busy.${step.task}`)} />}
      <DiscardDialog edit={edit} />
    </>
  );
}
