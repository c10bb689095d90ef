import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';
import type { KindTypes } from '../kind/kind.ts';
import { LatePopover } from '../parts/LatePopover.tsx';
import type { ListEditor } from '../state/use-list-editor.ts';
import { stepTexts } from './step-text.ts';
import classes from './steps.module.css';

type Props<T extends KindTypes> = { editor: Pick<ListEditor<T>, 'kind' | 'model' | 'editing' | 'steps' | 'cards'> };

/** Rule 3.26. */
export const Steps = memo(Panel, looksTheSame) as typeof Panel;

/** While it is closed only whether there is something to take back. */
function looksTheSame(before: Props<KindTypes>, { editor }: Props<KindTypes>): boolean {
  return !before.editor.steps.opened && !editor.steps.opened && stateOf(before.editor) === stateOf(editor);
}

function stateOf({ editing, steps, cards }: Pick<ListEditor<KindTypes>, 'editing' | 'steps' | 'cards'>): string {
  return editing ? `${steps.list.length > 0} ${steps.applied > 0} ${cards?.shown}` : '';
}

function Panel<T extends KindTypes>({ editor }: Props<T>) {
  const { t } = useTranslation('editing');
  const { opened, setOpened, list, applied, undo } = editor.steps;
  const narrow = useMatches('(max-width: 48em)');
  // Cards take back what they have decided themselves (rule 14.40).
  if (!editor.editing || (narrow && editor.cards?.shown)) return null;
  const isEmpty = list.length === 0;
  return (
    <Button.Group className={classes.group} data-empty={isEmpty || undefined} data-steps={!isEmpty || undefined}>
      <Button
        variant="default"
        px="sm"
        leftSection={<IconArrowBackUp aria-hidden size={16} />}
        title={t('steps.undoTip')}
        aria-keyshortcuts="Control+Z"
        // not disabled, which would take the focus away
        aria-disabled={applied === 0}
        data-disabled={applied === 0}
        onClick={undo}
      >
        {t('steps.undo')}
      </Button>
      <LatePopover
        opened={opened}
        onChange={setOpened}
        position="top-start"
        shadow="md"
        trapFocus
        withinPortal
        middlewares={{ flip: true, shift: true }}
        button={(props) => (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('steps.open')}
            title={t('steps.open')}
            disabled={isEmpty}
            {...props}
          >
            <IconChevronDown aria-hidden size={16} />
          </ActionIcon>
        )}
      >
        <Popover.Dropdown className={classes.steps} aria-label={t('steps.open')}>
          <StepList editor={editor} />
        </Popover.Dropdown>
      </LatePopover>
    </Button.Group>
  );
}

function StepList<T extends KindTypes>({ editor: { kind, model, steps } }: Props<T>) {
  const { t } = useTranslation('editing');
  const { list, applied, goTo } = steps;
  const textOf = stepTexts(kind, model, t);
  const entries = [t('steps.before'), ...list.map(textOf)];
  return (
    <ol className={classes.list}>
      {entries
        .map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- a step is its place
          <li key={at}>
            <button
              type="button"
              className={classes.step}
              aria-current={at === applied ? 'step' : undefined}
              data-undone={at > applied || undefined}
              onClick={() => goTo(at)}
            >
              {at > applied && <span className={classes.undone}>{t('steps.undone')} </span>}
              {text}
            </button>
          </li>
        ))
        .reverse()}
    </ol>
  );
}
