import { Alert, Button, NativeSelect, Skeleton } from '@mantine/core';
import { type LabelRow, type LabelState, MAX_LABELS } from '@portal/contracts';
import { type Label, labelPages, labelSheet } from '@portal/rules';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../api/api-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { usePdfWindow } from '../use-pdf.ts';
import { afterPrint, isPrintable, keepForm, storedForm } from './label-form.ts';
import { byName, hasLabel, type LabelArticle, labelParts, type SortedLabels } from './label-rows.ts';
import { LabelFields } from './LabelFields.tsx';
import { LabelPreview } from './LabelPreview.tsx';
import classes from './labels.module.css';
import { useCreateLabelsMutation, useGetLabelRowsQuery, useGetLabelStateQuery } from './labels-api.ts';
import { LastPrint } from './LastPrint.tsx';
import { MarkPrinted } from './MarkPrinted.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';

export type LabelSource =
  | { readonly name: 'shown' | 'marked'; readonly articles: () => readonly LabelArticle[] }
  | { readonly name: 'collected'; readonly articles: readonly LabelArticle[] }
  | { readonly name: 'approval'; readonly id: number };

type Choice = LabelSource['name'] | 'open';
type Props = {
  pharmacyId: string;
  token: string;
  sources?: readonly LabelSource[];
  onMarked?: () => void;
  onClose: () => void;
};
/** Sources that are the first choice whatever else is open. */
const CHOSEN: readonly (LabelSource['name'] | undefined)[] = ['marked', 'collected', 'approval'];

/** Rules 16.5 to 16.10. */
export default function LabelsDialog({ pharmacyId, token, sources = [], onMarked, onClose }: Props) {
  const { t } = useTranslation('labels');
  const params = { apoId: pharmacyId, token };
  const state = useGetLabelStateQuery({ params }, { refetchOnMountOrArgChange: true });
  const names = choicesOf(sources, state.data);
  const [chosen, setChosen] = useState<Choice>();
  const isKnown = state.data !== undefined || state.error !== undefined;
  const name = chosen ?? (isKnown ? names[0] : undefined);
  const source = sources.find((each) => each.name === name);
  const approval = sources.find((each) => each.name === 'approval');
  const always = { refetchOnMountOrArgChange: true };
  const changed = useGetLabelRowsQuery(
    { params, query: approval ? { approval: approval.id } : {} },
    { skip: !approval, ...always },
  );
  const open = useGetLabelRowsQuery({ params, query: {} }, { skip: !isKnown || source !== undefined, ...always });
  const { currentData, error } = source ? changed : open;
  const given = useMemo(
    () => new Map(sources.map((each) => [each.name, articlesFrom(each) ?? rowsOf(changed.currentData)])),
    [sources, changed.currentData],
  );
  const articles = useMemo(() => (source ? given.get(source.name) : rowsOf(currentData)), [source, given, currentData]);
  const choices = names.map((each) => {
    const count = each === 'open' ? state.data?.open : given.get(each)?.filter(hasLabel).length;
    const text = t(`source.${each}`);
    return { value: each, label: count === undefined ? text : `${text} (${formatCount(count)})` };
  });
  const failure = error ?? state.error;
  return (
    <Dialog
      opened
      onClose={onClose}
      size="xl"
      title={t('title')}
      // Escape must not close the message below
      closeOnEscape={false}
      onFocusCapture={(event) => event.target.setAttribute('data-mantine-stop-propagation', 'true')}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <div className={classes.fields}>
        {choices.length === 1 ? (
          <p className={classes.text}>
            {t('which')} <strong>{choices[0]?.label}</strong>
          </p>
        ) : (
          <NativeSelect
            label={t('which')}
            data-autofocus
            value={name ?? ''}
            data={choices}
            onChange={(event) => setChosen(event.currentTarget.value as Choice)}
          />
        )}
        {state.data?.latest?.mayUndo && <LastPrint params={params} latest={state.data.latest} />}
        {failure && (
          <Alert color="red" role="alert" title={t('failed')}>
            {errorMessage(failure)}
          </Alert>
        )}
        {articles && (
          <Labels
            key={name}
            params={params}
            articles={articles}
            latest={state.data?.latest}
            onMarked={() => {
              setChosen(name);
              onMarked?.();
            }}
          />
        )}
        {!articles && !failure && <Skeleton height={320} role="status" aria-label={t('loading')} />}
      </div>
    </Dialog>
  );
}

function articlesFrom(source: LabelSource | undefined): readonly LabelArticle[] | undefined {
  if (source?.name === 'collected') return source.articles;
  return source && source.name !== 'approval' ? source.articles() : undefined;
}

function rowsOf(answer: { rows: readonly LabelRow[] } | undefined): readonly LabelArticle[] | undefined {
  return answer && byName(answer.rows);
}

/** Rule 16.8. */
function choicesOf(sources: readonly LabelSource[], state: LabelState | undefined): readonly Choice[] {
  const given = sources.map(({ name }) => name);
  if (!state?.latest) return given;
  const isOpenFirst = state.open + state.toRemove > 0 && !CHOSEN.includes(given[0]);
  return isOpenFirst ? ['open', ...given] : [...given, 'open'];
}

type LabelsProps = {
  params: { apoId: string; token: string };
  articles: readonly LabelArticle[];
  latest: LabelState['latest'] | undefined;
  onMarked: () => void;
};

function Labels({ params, articles, latest, onMarked }: LabelsProps) {
  const { t } = useTranslation('labels');
  const [form, setForm] = useState(storedForm);
  const parts = useMemo(() => labelParts(articles), [articles]);
  const [part, setPart] = useState(0);
  const { labels, toRemove, unreadable } = (parts[part] ?? parts.at(-1)) as SortedLabels;
  const [createLabels] = useCreateLabelsMutation();
  const { show, waiting } = usePdfWindow();
  const [isOpened, setIsOpened] = useState(false);
  const invalidId = useId();
  const change = (next: typeof form) => {
    setForm(next);
    keepForm(next);
  };
  const ready = isPrintable(form);
  const pages = ready ? labelPages(labelSheet(form), labels.length, form.first) : 0;
  const counted = (count: number) => ({ count, formatted: formatCount(count) });
  const partText = (each: SortedLabels, at: number) => {
    const named = [...each.labels, ...each.toRemove];
    const ends = { from: named[0]?.name, to: named.at(-1)?.name };
    return t('part', { at: at + 1, total: parts.length, ...counted(named.length), ...ends });
  };
  const testPage = (
    <Button
      variant="default"
      disabled={!ready}
      loading={waiting}
      onClick={() => void show(() => createLabels({ params, body: { labels: [SAMPLE], form, test: true } }))}
    >
      {t('testPage')}
    </Button>
  );
  return (
    <>
      {parts.length > 1 && (
        <NativeSelect
          label={t('atOnce', counted(MAX_LABELS))}
          value={Math.min(part, parts.length - 1)}
          data={parts.map((each, at) => ({ value: String(at), label: partText(each, at) }))}
          onChange={(event) => {
            setPart(Number(event.currentTarget.value));
            setIsOpened(false);
          }}
        />
      )}
      <div className={classes.dialog}>
        <div className={classes.side}>
          <LabelFields form={form} onChange={change} testPage={testPage} />
          <p className={classes.text} role="status">
            {`${t('count', counted(labels.length))} ${t('pages', counted(pages))}`}
          </p>
          {unreadable.length > 0 && <Named title={t('unreadable', counted(unreadable.length))} articles={unreadable} />}
          {toRemove.length > 0 && <Named title={t('toRemove', counted(toRemove.length))} articles={toRemove} open />}
          <p className={classes.text}>{t('scale')}</p>
        </div>
        {ready && <LabelPreview labels={labels} form={form} />}
      </div>
      <div className={classes.foot}>
        <Button
          disabled={!ready || labels.length === 0}
          aria-describedby={ready ? undefined : invalidId}
          loading={waiting}
          onClick={() => {
            const sent = show(() => createLabels({ params, body: { labels: labels.map(printed), form } }));
            void sent.then((came) => came && setIsOpened(true));
          }}
        >
          {t('print')}
        </Button>
        {!ready && (
          <p id={invalidId} className={classes.text}>
            {t('invalidSheet')}
          </p>
        )}
        {(isOpened || (labels.length === 0 && toRemove.length > 0)) && (
          <MarkPrinted
            params={params}
            labels={labels}
            toRemove={toRemove}
            latest={latest}
            onMarked={() => {
              if (ready) change(afterPrint(form, labels.length));
              onMarked();
            }}
          />
        )}
      </div>
    </>
  );
}

/** A body has a label; a test page does not show it. */
const SAMPLE: Label = { pzn: '01234562', name: 'Testseite', content: null, producer: null, effectivePrice: 1 };

/** What the server takes of an article. */
function printed({ pzn, name, content, producer, effectivePrice }: Label): Label {
  return { pzn, name, content, producer, effectivePrice };
}

function Named({
  title,
  articles,
  open = false,
}: {
  title: string;
  articles: readonly LabelArticle[];
  open?: boolean;
}) {
  return (
    <details open={open}>
      <summary>{title}</summary>
      <ul className={classes.articles}>
        {articles.slice(0, MOST_NAMED).map(({ pzn, name, content }) => (
          <li key={pzn}>{[pzn, name, content].filter(Boolean).join(' · ')}</li>
        ))}
        {articles.length > MOST_NAMED && <li>…</li>}
      </ul>
    </details>
  );
}
/** More would make the page slow; they are named after the first are done. */
const MOST_NAMED = 500;
