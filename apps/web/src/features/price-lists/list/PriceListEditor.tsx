import { Button } from '@mantine/core';
import { IconFileImport } from '@tabler/icons-react';
import { Suspense, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { asApiError } from '../../../api/api-error.ts';
import { Editor } from '../../../editing/screen/Editor.tsx';
import type { ColumnMode } from '../../../editing/state/use-column-mode.tsx';
import { CardToggle } from '../../../editing/card/CardToggle.tsx';
import { DockedCard } from '../../../editing/card/DockedCard.tsx';
import { PriceCard } from '../../../editing/card/PriceCard.tsx';
import { usePriceCard } from '../../../editing/card/use-price-card.ts';
import { ignoredPricesText } from '../../../editing/state/ignored-prices.ts';
import { entered, PRICE_LIST } from '../../../editing/kinds/price-list.ts';
import type { PriceListTypes } from '../../../editing/kind/types.ts';
import { useDueReviews, useReminders } from '../../../editing/judging/due-reviews-api.ts';
import { questions } from '../../../editing/session/input-errors.ts';
import { givenBy } from '../../../editing/state/sources.ts';
import { useMarkedInView } from '../../../editing/state/use-marked-in-view.ts';
import { useListEditor } from '../../../editing/state/use-list-editor.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { WaitingOverlay } from '../../../ui/WaitingOverlay.tsx';
import type { ListSlots } from './list-slots.ts';
import { type LoadedPriceList, saveBody, useSavePriceListMutation } from '../price-lists-api.ts';
import { CompareLink } from '../compare/CompareLink.tsx';
import { useOpenedToEdit } from '../compare/use-opened-to-edit.ts';
import { OtherPharmacies } from '../several/OtherPharmacies.tsx';
import { SavedDialog } from './SavedDialog.tsx';
import { useTillPrices } from '../till/take-till-prices.ts';
import { asksForArrivals, useArrivals } from './use-arrivals.ts';
import { useGuardrails } from './use-guardrails.ts';
import { useListMarks } from './use-list-marks.ts';

const ListImport = lazyPart(() => import('../import/ListImport.tsx'));

export type PriceListEditorProps = {
  list: LoadedPriceList;
  pharmacyId: string;
  token: string;
  mode: ColumnMode<PriceListTypes>;
  reload: () => Promise<LoadedPriceList | undefined>;
  slots: ListSlots;
};

/** Rule 4.7. */
export function PriceListEditor({ list, pharmacyId, token, mode, reload, slots }: PriceListEditorProps) {
  const { t } = useTranslation(['priceList', 'common']);
  const { t: editingText } = useTranslation('editing');
  const { head } = list;
  const group = head.productGroup;
  const [save] = useSavePriceListMutation();
  const due = useDueReviews({ pharmacyId, token, productGroup: group });
  const reminders = useReminders({ pharmacyId, token, productGroup: group });
  const guardrails = useGuardrails({ pharmacyId, token, productGroup: group }, list.editable);
  const [asksArrivals, askArrivals] = useState(false);
  const arrivals = useArrivals({ pharmacyId, token, productGroup: group }, !asksArrivals);
  const editor = useListEditor<PriceListTypes>({
    kind: PRICE_LIST,
    list,
    arrivals,
    basis: { context: due && null, guardrails, due, reminders },
    markStore: useListMarks({ pharmacyId, token, productGroup: group }, list),
    subject: `priceList:${pharmacyId}:${group}`,
    reload,
    send: async ({ model, versions, entered: { edits }, reason }) => {
      const body = saveBody({ model, edits, group, version: versions.version, ...(reason ? { reason } : {}) });
      const { data, error } = await save({ params: { pharmacyId, token }, body });
      return data ? { changed: data.changed, contractActivated: false } : { failure: asApiError(error) };
    },
  });
  if (!asksArrivals && asksForArrivals(editor)) askArrivals(true);
  const { model, session, view, editing } = editor;
  const { phase } = session;
  useOpenedToEdit(editor.editable && !editing, editor.startEditing);
  const card = usePriceCard(editor);
  const [importing, setImporting] = useState(false);
  const tillPrices = useTillPrices();
  const context = {
    pharmacyId,
    token,
    productGroup: group,
    model,
    rows: view.rows,
    marked: useMarkedInView(editor),
    rowsWithHidden: view.rowsWithHidden,
    expertColumns: mode.mode === 'expert' ? mode.shown : null,
  };
  const work = {
    model,
    edits: session.entered.edits,
    group,
    review: editor.review,
    guardrailsMissing: editor.guardrailsMissing,
  };
  const importButton = (
    <Button variant="default" leftSection={<IconFileImport aria-hidden size={16} />} onClick={() => setImporting(true)}>
      {t('import')}
    </Button>
  );

  const { dock } = card;
  const cardToggle = useMemo(() => <CardToggle dock={dock} />, [dock]);
  const article = {
    editor,
    card,
    pharmacyId,
    token,
    group,
    context: null,
    linkOf: (pzn: string) => (
      <CompareLink said={{ q: pzn, exclusions: 'shown' }} group={group} pharmacyId={pharmacyId} />
    ),
  };

  return (
    <>
      <Editor
        editor={editor}
        title={t('title', { group: t(`group.${group}`) })}
        mode={mode}
        printHint={t('common:print.pdf')}
        onOpen={card.open}
        aside={<DockedCard {...article} />}
        asideOpened={dock.opened}
        asideToggle={cardToggle}
        confirmTools={<OtherPharmacies editor={editor} pharmacyId={pharmacyId} group={group} />}
        toolbar={
          editing
            ? { tools: importButton, onCancel: editor.leaving.cancel }
            : // what leaves the list is not offered while it is edited
              {
                tools: (
                  <>
                    <CompareLink said={view.said()} group={group} pharmacyId={pharmacyId} />
                    {slots.downloads?.(context)}
                  </>
                ),
              }
        }
      />
      {(importing || (editing && tillPrices.given)) && (
        <Suspense fallback={<WaitingOverlay opened text={t('loadingImport')} />}>
          <ListImport
            work={work}
            given={importing ? null : tillPrices.given}
            onImported={({ edits, added, pzns }, { type, answer }) => {
              const filled = [...pzns.imported, ...pzns.exclusionPriced, ...pzns.negativeSet, ...pzns.added];
              editor.dispatch({ type: 'imported', entered: entered(edits), added, pzns: filled });
              const given = givenBy(session.entered.edits, edits, filled);
              editor.sources.add({ kind: 'import', type, rows: answer.data, given });
            }}
            onFilter={(name) => view.change({ filter: { name, value: null }, query: '', hideExclusions: true })}
            onClose={() => (importing ? setImporting(false) : tillPrices.forget())}
          />
        </Suspense>
      )}
      {phase.name === 'done' && (
        <SavedDialog
          panel={slots.tillPanel?.(context)}
          changed={phase.outcome.changed}
          questionCount={questions(session.issues).size}
          ignored={ignoredPricesText(editor.ignored, model.columns.name, editingText)}
          onClose={() => void editor.closeResult()}
        />
      )}
      <PriceCard {...article} />
    </>
  );
}
