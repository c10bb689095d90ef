import { Skeleton } from '@mantine/core';
import { type KeyboardEvent, memo, Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { GridState } from '../state/use-list-editor.ts';
import { articleCard, type CardProps } from './article-card.ts';
import { CardDecision } from './CardDecision.tsx';
import { CardPager, directionOfKey } from './CardPager.tsx';
import classes from './card.module.css';
import { RowInputs } from './RowInputs.tsx';

export const CardBody = lazyPart(() => import('./CardBody.tsx'));

/** Rule 14.31; computed when opened. */
export const PriceCard = memo(Card, isClosed) as typeof Card;

function isClosed(before: Pick<CardProps<KindTypes>, 'card'>, { card }: Pick<CardProps<KindTypes>, 'card'>): boolean {
  return before.card.row === undefined && card.row === undefined;
}

function Card<T extends KindTypes>(props: CardProps<T> & { editor: GridState<T> }) {
  const { editor, card, linkOf } = props;
  const { t } = useTranslation('editing');
  const narrow = useMatches('(max-width: 48em)');
  const { view } = editor;
  const { row, open, close } = card;
  const at = row === undefined ? -1 : view.rows.indexOf(row);
  const move = (by: -1 | 1) => {
    const next = at < 0 ? undefined : view.rows[at + by];
    if (next !== undefined) open(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = directionOfKey(event);
    if (by === 0) return;
    event.preventDefault();
    move(by);
  };
  const article = row === undefined ? undefined : articleCard(props, row);
  const takesInput = narrow && editor.editing && editor.editable;
  // Begun by the card, whose input comes with editing.
  const asked = useRef(false);
  const inputs = useRef<HTMLDivElement>(null);
  const toInput = () => {
    const input = inputs.current?.querySelector('input');
    asked.current = !input;
    input?.focus();
  };
  useEffect(() => {
    if (takesInput && asked.current) toInput();
  });
  return (
    <Dialog
      opened={article !== undefined}
      onClose={close}
      onKeyDown={onKeyDown}
      size="xl"
      fullScreen={narrow}
      classNames={{ title: classes.title }}
      title={
        article && (
          <>
            <span className={classes.lead}>{`${t('card.lead')} `}</span>
            {article.name} (PZN {article.params.pzn})
          </>
        )
      }
    >
      {article && row !== undefined && (
        <>
          <div ref={inputs}>
            {takesInput && !editor.kind.rules.isSetApart(editor.model, row) && <RowInputs editor={editor} row={row} />}
          </div>
          <CardPager at={at} count={view.rows.length} onMove={move} />
          {linkOf?.(article.params.pzn)}
          <Suspense fallback={<Skeleton height={320} role="status" aria-label={t('card.loading')} />}>
            <CardBody key={article.params.pzn} {...article} compact={narrow} settled onOpen={open} />
          </Suspense>
          {narrow && editor.kind.confirms === 'save' && (
            <div className={classes.foot}>
              <CardDecision
                editor={editor}
                row={row}
                review={article.review}
                onNext={() => move(1)}
                phone={{ toInput }}
              />
            </div>
          )}
        </>
      )}
    </Dialog>
  );
}
