import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { Review } from '@portal/list-view';
import { describeDeliveryDoubt } from '@portal/rules';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { selectPharmacyContext } from '../../auth/pharmacy-context-slice.ts';
import { DoubtsInHead, FileDoubts } from '../../editing/review/FileDoubts.tsx';
import { CardToggle } from '../../editing/card/CardToggle.tsx';
import { DockedCard } from '../../editing/card/DockedCard.tsx';
import { PriceCard } from '../../editing/card/PriceCard.tsx';
import { usePriceCard } from '../../editing/card/use-price-card.ts';
import { Editor } from '../../editing/screen/Editor.tsx';
import { storedView } from '../../editing/kinds/lzd.ts';
import type { PackageTypes } from '../../editing/kind/types.ts';
import type { MarkStore } from '../../editing/judging/marks.ts';
import { useOpenedToReview } from '../../editing/review/use-opened-to-review.ts';
import type { ColumnMode } from '../../editing/state/use-column-mode.tsx';
import { questions } from '../../editing/session/input-errors.ts';
import { RuleDrafts } from '../../editing/standing/RuleDrafts.tsx';
import { useListEditor } from '../../editing/state/use-list-editor.ts';
import { useStableCallback } from '../../lib/use-stable.ts';
import screen from '../../ui/screen/screen.module.css';
import { ApprovalQuestions, useApprovalQuestions } from './ApprovalQuestions.tsx';
import { ApprovePartButton, PartResult } from './ApprovePart.tsx';
import { ChangedMeanwhile } from './ChangedMeanwhile.tsx';
import { LeavingNotice } from './LeavingNotice.tsx';
import { PackageResult } from './PackageDialogs.tsx';
import {
  arrivalDoubts,
  KINDS,
  type LoadedUpdate,
  openRows,
  type UpdateHead,
  type UpdateRef,
} from './price-updates-api.ts';
import { StaffButtons } from './StaffButtons.tsx';
import { StaffDialogs } from './StaffDialogs.tsx';
import classes from './update.module.css';
import type { UpdateSlotContext, UpdateSlots } from './update-slots.ts';
import { useApprovePart } from './use-approve-part.ts';
import { useContextOf } from './use-context-of.ts';
import { useDraftsBy } from './use-drafts-by.ts';
import { useExit } from './use-exit.ts';
import { type LeavingArticles, useLeavingArticles } from './use-leaving-articles.ts';
import { useMarksOf } from './use-marks-of.ts';
import { useSendUpdate } from './use-send-update.ts';
import { useStaffActions } from './use-staff-actions.ts';

export type UpdateEditorProps = {
  update: LoadedUpdate;
  target: UpdateRef;
  title: string;
  mode: ColumnMode<PackageTypes>;
  reload: () => Promise<LoadedUpdate | undefined>;
  slots: UpdateSlots;
};

/** Fetched apart from keystrokes. */
export function UpdateEditor(props: UpdateEditorProps) {
  const { update, target } = props;
  const beside = {
    listContext: useContextOf(target, update),
    markStore: useMarksOf(target, update),
    leaving: useLeavingArticles(target, update.head),
    draftsBy: useDraftsBy(target, update),
    send: useSendUpdate(target),
  };
  return <Work {...props} {...beside} />;
}

type WorkProps = UpdateEditorProps & {
  listContext: ReturnType<typeof useContextOf>;
  markStore: MarkStore;
  leaving: LeavingArticles | null;
  draftsBy: string;
  send: ReturnType<typeof useSendUpdate>;
};

/** Rule 6.8. */
function Work({ update, target, title, mode, reload, slots, ...beside }: WorkProps) {
  const { listContext, markStore, leaving, draftsBy, send } = beside;
  const { t } = useTranslation(['priceUpdate', 'common']);
  const { head } = update;
  const editor = useListEditor<PackageTypes>({
    kind: KINDS[head.kind],
    list: update,
    basis: { context: listContext, guardrails: listContext && listContext.guardrails, never: head.status < 0 },
    markStore,
    subject: `${target.kind}:${target.pharmacyId}:${target.id}`,
    reload,
    send,
    ...(head.lzd ? { firstView: storedView(head.lzd) } : {}),
  });
  const { session, view } = editor;
  useOpenedToReview(editor);
  const card = usePriceCard(editor);
  const pharmacy = useSelector(selectPharmacyContext);
  const approving = useApprovalQuestions(head, leaving, () => void editor.submit('approve'));
  const part = useApprovePart(target, editor);
  const open = useMemo(() => openRows(editor.model), [editor.model]);
  const exit = useExit(target, editor.discard);
  const staff = useStaffActions({ target, head, onGone: exit.discard, onChanged: editor.reloadList });
  const context: UpdateSlotContext = {
    pharmacy,
    kind: head.kind,
    id: head.id,
    productGroup: head.productGroup,
    model: editor.model,
    rows: view.rows,
    allRows: view.order,
  };
  const reloadKeepingOthers = useStableCallback(() => void editor.reloadKeepingOthers());
  const askStaff = useStableCallback(staff.ask);
  const arrived = arrivalDoubts(head);
  const doubts = useDoubts(editor.review?.unedited);
  const { dock } = card;
  const cardToggle = useMemo(() => <CardToggle dock={dock} />, [dock]);
  const article = {
    editor,
    card,
    pharmacyId: target.pharmacyId,
    token: target.token,
    group: head.productGroup,
    context: listContext,
  };
  const locked = head.lzd !== null && !head.lzd.readyForApproval;

  return (
    <>
      {(session.phase.name === 'editing' ||
        session.phase.name === 'reading' ||
        session.phase.name === 'confirming') && (
        <ChangedMeanwhile
          target={target}
          head={head}
          version={session.versions.version}
          onReload={reloadKeepingOthers}
        />
      )}
      {!editor.confirming && <LeavingNotice articles={leaving} />}
      <Editor
        editor={editor}
        title={title}
        mode={mode}
        onOpen={card.open}
        aside={<DockedCard {...article} />}
        asideOpened={dock.opened}
        asideToggle={cardToggle}
        printHint={t(`common:print.${head.status > 0 ? 'pdf' : head.status === 0 ? 'afterApproval' : 'none'}`)}
        dimmed={head.status < 0}
        draftsBy={draftsBy}
        doubts={
          <>
            <RuleDrafts editor={editor} rules={head.standingRules} />
            {arrived.length === 0 && <DoubtsInHead sentences={doubts} />}
          </>
        }
        asking={staff.state.name !== 'idle'}
        toolbar={{
          tools: head.status >= 0 && (
            <>
              {slots.downloads?.(context)}
              <StaffButtons head={head} onStaffAction={askStaff} />
            </>
          ),
          reason: head.reopenMessage && <p className={classes.reason}>{head.reopenMessage}</p>,
          onCancel: exit.back,
          lock: locked ? t('head.lockedText') : undefined,
        }}
        confirmNotice={
          <>
            <LeavingNotice articles={leaving} />
            <FileDoubts of="update" sentences={doubts} className={screen.notice} />
            <ApprovalWarning head={head} />
          </>
        }
        confirmTools={<ApprovePartButton part={part} />}
        onConfirm={approving.start}
      />
      <PriceCard {...article} />
      <PackageResult
        kind={head.kind}
        phase={session.phase}
        questionCount={questions(session.issues).size}
        refused={editor.refused}
        nextSteps={(outcome) => slots.nextSteps?.(context, outcome)}
        onStay={() => void editor.closeResult()}
        onLeave={exit.toPharmacy}
      />
      <ApprovalQuestions questions={approving} articles={leaving} model={editor.model} />
      <PartResult
        part={part}
        open={open}
        nextSteps={(approved) => slots.nextSteps?.(context, { ...approved, contractActivated: false })}
      />
      <StaffDialogs head={head} actions={staff} />
    </>
  );
}

/** What speaks against the file as a whole, in sentences (rule 20.2). */
function useDoubts(review: Review | undefined): string[] {
  return useMemo(() => {
    if (!review) return [];
    const { name, delivery } = review.columns;
    const repeated = review.doubts.map((doubt) => describeDeliveryDoubt(doubt, (row) => name[row] ?? ''));
    return [...repeated, ...(delivery?.onArrival ?? []).map(({ message }) => message)];
  }, [review]);
}

/** What became of prices of the package since it came. */
function ApprovalWarning({ head: { approvalWarning } }: { head: UpdateHead }) {
  const { t } = useTranslation('priceUpdate');
  if (!approvalWarning) return null;
  return (
    <Alert className={screen.notice} color="orange" icon={<IconAlertTriangle aria-hidden />} title={t('warning')}>
      {approvalWarning.message}
    </Alert>
  );
}
