import { Skeleton } from '@mantine/core';
import type { ListContext } from '@portal/list-view';
import { PRICE_TYPE, type PriceType, type ProductGroup, type RowEdit } from '@portal/rules';
import { type KeyboardEvent, memo, type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { KindTypes } from '../kind.ts';
import type { EditSession, ListView, ReviewState } from '../use-list-editor.ts';
import { CardSteps } from './CardSteps.tsx';
import classes from './card.module.css';
import type { usePriceCard } from './use-price-card.ts';
import { Dialog } from '../../ui/Dialog.tsx';

const CardBody = lazyPart(() => import('./CardBody.tsx'));

type Cards = ReturnType<typeof usePriceCard>;
type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  card: Cards;
  pharmacyId: string;
  token: string;
  group: ProductGroup;
  /** What the price list knows of a package's rows. */
  context: ListContext | null | undefined;
  /** Leads further, for the article that is shown. */
  linkOf?: (pzn: string) => ReactNode;
};

/** Rule 14.31; computed when opened. */
export const PriceCard = memo(Card, isClosed) as typeof Card;

function isClosed(before: { card: Cards }, { card }: { card: Cards }): boolean {
  return before.card.row === undefined && card.row === undefined;
}

function Card<T extends KindTypes>({ editor, card, pharmacyId, token, group, context, linkOf }: Props<T>) {
  const { t } = useTranslation('editing');
  const narrow = useMatches('(max-width: 48em)');
  const { kind, model, review, session, view } = editor;
  const { row, open, close } = card;
  const at = row === undefined ? -1 : view.rows.indexOf(row);
  const step = (by: -1 | 1) => {
    const next = at < 0 ? undefined : view.rows[at + by];
    if (next !== undefined) open(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = !event.altKey ? 0 : event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    step(by);
  };
  const pzn = row === undefined ? '' : (model.columns.pzn[row] as string);
  const edited = editor.editable ? session.entered.edits.get(pzn) : undefined;
  return (
    <Dialog
      opened={row !== undefined}
      onClose={close}
      onKeyDown={onKeyDown}
      size="xl"
      fullScreen={narrow}
      classNames={{ title: classes.title }}
      title={row !== undefined && t('card.title', { name: model.columns.name[row], pzn })}
    >
      {row !== undefined && (
        <>
          <CardSteps at={at} count={view.rows.length} onStep={step} />
          {linkOf?.(pzn)}
          <Suspense fallback={<Skeleton height={320} aria-label={t('card.loading')} />}>
            <CardBody
              key={pzn}
              model={model}
              row={row}
              // one of another state of the list says nothing of its rows
              review={review?.columns.pzn === model.columns.pzn ? review : undefined}
              type={edited ? typeOf(edited) : kind.rules.becomes(model, row, undefined).priceType}
              entered={edited !== undefined}
              group={group}
              params={{ apoId: pharmacyId, token, pzn }}
              sourceOf={(figure) => kind.reviewing.sourceOf(model, context ?? null, figure, row)}
              onOpen={open}
            />
          </Suspense>
        </>
      )}
    </Dialog>
  );
}

/** The type that an edit asks for. */
function typeOf({ exclusion, permanent, ownPrice }: RowEdit): PriceType {
  if (exclusion) return PRICE_TYPE.exclusion;
  if (permanent) return PRICE_TYPE.permanent;
  return ownPrice === null ? PRICE_TYPE.calculated : PRICE_TYPE.own;
}
