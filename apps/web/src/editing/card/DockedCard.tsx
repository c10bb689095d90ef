import { CloseButton, Skeleton } from '@mantine/core';
import { type KeyboardEvent, Suspense, useDeferredValue, useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindTypes } from '../kind/kind.ts';
import type { GridState } from '../state/use-list-editor.ts';
import { CardDecision } from './CardDecision.tsx';
import { articleCard, type CardProps } from './article-card.ts';
import { CardBody } from './PriceCard.tsx';
import { CardPager, directionOfKey } from './CardPager.tsx';
import classes from './card.module.css';
import { useRestingRow, useSettled } from './use-resting-row.ts';

/** Before the history of an article is asked for. */
const HISTORY_REST_MS = 400;

type Props<T extends KindTypes> = CardProps<T> & { editor: GridState<T> };

/** The card of the active row, at the right of the list (rule 14.31). */
export function DockedCard<T extends KindTypes>(props: Props<T>) {
  return props.card.dock.opened && props.editor.view.rows.length > 0 ? <Docked {...props} /> : null;
}

function Docked<T extends KindTypes>(props: Props<T>) {
  const { card, linkOf } = props;
  const { t } = useTranslation('editing');
  // What is typed into the list goes first.
  const editor = useDeferredValue(props.editor);
  const { view, grid } = editor;
  const { entered, choose } = card.dock;
  const position = useRestingRow(grid, entered);
  const at = Math.min(position, view.rows.length - 1);
  const row = view.rows[at];
  const settled = useSettled(row, HISTORY_REST_MS);
  const title = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const opener = useRef<{ readonly element: Element | null; readonly row: number } | null>(null);
  useEffect(() => {
    if (!entered) return;
    opener.current = { element: document.activeElement, row: entered.row };
    heading.current?.focus({ preventScroll: true });
  }, [entered]);
  const goTo = (to: number) => to >= 0 && to < view.rows.length && grid.current?.show(to);
  const giveBack = () => {
    const { current } = opener;
    opener.current = null;
    const isSame = current !== null && current.row === row && current.element?.closest('[role="grid"]');
    if (isSame && current.element instanceof HTMLElement) current.element.focus({ preventScroll: true });
    else grid.current?.moveTo(grid.current.active);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = directionOfKey(event);
    if (by !== 0) goTo(at + by);
    else if (event.key === 'Escape') giveBack();
    else return;
    event.preventDefault();
  };
  const close = () => {
    giveBack();
    choose(false);
  };
  const article = row === undefined ? undefined : articleCard({ ...props, editor }, row);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of what is in it
    <aside className={classes.docked} aria-labelledby={title} onKeyDown={onKeyDown}>
      <header className={classes.head}>
        <h2 id={title} ref={heading} tabIndex={-1} className={classes.name}>
          {article && t('card.docked', { name: article.name })}
        </h2>
        <CloseButton size="md" aria-label={t('card.close')} onClick={close} />
      </header>
      {article && row !== undefined && (
        <>
          <div className={classes.under}>
            <span>{t('card.pzn', { pzn: article.params.pzn })}</span>
            <CardPager at={at} count={view.rows.length} onMove={(by) => goTo(at + by)} />
          </div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it is scrolled by keys */}
          <div className={classes.body} role="region" aria-labelledby={title} tabIndex={0}>
            <Suspense fallback={<Skeleton height={320} role="status" aria-label={t('card.loading')} />}>
              <CardBody {...article} compact settled={settled} onOpen={(each) => editor.goTo(each)} />
            </Suspense>
            {linkOf?.(article.params.pzn)}
          </div>
          <CardDecision editor={editor} row={row} review={article.review} onNext={() => goTo(at + 1)} />
        </>
      )}
    </aside>
  );
}
