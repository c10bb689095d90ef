import { Button, Popover } from '@mantine/core';
import type { RowEdit } from '@portal/rules';
import { IconChevronLeft, IconChevronRight, IconDots } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/format.ts';
import type { ToolbarFocus } from '../../../ui/screen/use-screen-focus.ts';
import type { KindTypes } from '../../kind/kind.ts';
import { LatePopover } from '../../parts/LatePopover.tsx';
import type { EditSession, ListView, ReviewState } from '../../state/use-list-editor.ts';
import type { GuardedReview } from '../../judging/use-review.ts';
import { CardButtons, OwnPrice } from './CardButtons.tsx';
import classes from './cards.module.css';
import type { ReviewSequence } from './use-review-sequence.ts';

/** The toolbar of the screen: in a bar with what was done last, or all behind 'Mehr'. */
export type ScreenTools = (focus: ToolbarFocus, notes: ReactNode) => ReactNode;

type Props<T extends KindTypes> = {
  editor: ListView<T> & ReviewState<T> & EditSession<T>;
  review: GuardedReview;
  walk: ReviewSequence;
  tools: ScreenTools;
  /** Gets the focus back from what 'Mehr' has opened. */
  focus: ToolbarFocus;
};

/** Fixed at the bottom: the same height and the same places on every card (rule 14.40). */
export function CardBar<T extends KindTypes>({ editor, review, walk, tools, focus }: Props<T>) {
  const { row } = walk;
  const [own, setOwn] = useState<Own | undefined>();
  const open = () => row !== undefined && setOwn({ row, before: walk.inputs(row), isOpen: true });
  // An invalid price opens the input.
  if (row !== undefined && own?.row !== row && editor.dataOf(row).issue) open();
  const typing = own?.row === row && own?.isOpen === true && editor.editing;
  return (
    <div className={classes.bar} data-card-bar>
      {!typing && (
        <div className={classes.way} {...focus}>
          <Way walk={walk} />
          <More tools={tools} />
        </div>
      )}
      {row === undefined || !editor.editing ? (
        <div className={classes.noDecision} />
      ) : typing ? (
        <OwnPrice
          key={row}
          editor={editor}
          walk={walk}
          row={row}
          before={own.before}
          onClose={() => setOwn({ ...own, isOpen: false })}
        />
      ) : (
        <CardButtons editor={editor} review={review} walk={walk} row={row} onOwn={open} />
      )}
    </div>
  );
}

/** Of a row whose own price is typed: what its inputs held before. */
type Own = { readonly row: number; readonly before: RowEdit; readonly isOpen: boolean };

/** One card back or on, and how far it is. */
function Way({ walk }: { walk: ReviewSequence }) {
  const { t } = useTranslation('review');
  const { at, count, row } = walk;
  return (
    <>
      <Button
        variant="subtle"
        leftSection={<IconChevronLeft aria-hidden size={18} />}
        disabled={!walk.mayGoBack}
        onClick={walk.back}
      >
        {t('back')}
      </Button>
      <div className={classes.progress}>
        <span>
          {row === undefined
            ? t('cards.over')
            : t('cards.place', { at: formatCount(at + 1), number: formatCount(count) })}
        </span>
        <progress className={classes.done} aria-label={t('cards.label')} max={count} value={Math.min(at + 1, count)} />
      </div>
      <Button
        variant="subtle"
        rightSection={<IconChevronRight aria-hidden size={18} />}
        disabled={row === undefined}
        onClick={walk.forward}
      >
        {t('cards.forward')}
      </Button>
    </>
  );
}

function More({ tools }: { tools: ScreenTools }) {
  const { t } = useTranslation('review');
  const [opened, setOpened] = useState(false);
  const ref = useRef<HTMLDivElement>(null);
  return (
    <LatePopover
      opened={opened}
      onChange={setOpened}
      position="top-end"
      shadow="md"
      trapFocus
      withinPortal
      width="min(24rem, calc(100vw - 3rem))"
      button={(props) => (
        <Button {...props} variant="subtle" leftSection={<IconDots aria-hidden size={18} />}>
          {t('cards.more')}
        </Button>
      )}
    >
      <Popover.Dropdown className={classes.sheet} aria-label={t('cards.more')}>
        {tools({ ref, onFocus: () => undefined }, null)}
      </Popover.Dropdown>
    </LatePopover>
  );
}
