import { ActionIcon, Button, Popover } from '@mantine/core';
import { IconArrowBackUp, IconChevronDown } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { useMatches } from '../../lib/use-matches.ts';
import type { KindTypes } from '../kind/kind.ts';
import { LatePopover } from '../parts/LatePopover.tsx';
import type { ListEditor } from '../state/use-list-editor.ts';
import { entryTexts } from './entry-text.ts';
import classes from './undo.module.css';

type Props<T extends KindTypes> = { editor: Pick<ListEditor<T>, 'kind' | 'model' | 'editing' | 'undo' | 'cards'> };

/** Rule 3.26. */
export const UndoEntries = memo(Panel, looksTheSame) as typeof Panel;

/** While it is closed only whether there is something to take back. */
function looksTheSame(before: Props<KindTypes>, { editor }: Props<KindTypes>): boolean {
  return !before.editor.undo.opened && !editor.undo.opened && stateOf(before.editor) === stateOf(editor);
}

function stateOf({ editing, undo, cards }: Pick<ListEditor<KindTypes>, 'editing' | 'undo' | 'cards'>): string {
  return editing ? `${undo.list.length > 0} ${undo.applied > 0} ${cards?.shown}` : '';
}

function Panel<T extends KindTypes>({ editor }: Props<T>) {
  const { t } = useTranslation('editing');
  const { opened, setOpened, list, applied, goBack } = editor.undo;
  const narrow = useMatches('(max-width: 48em)');
  // Cards take back what they have decided themselves (rule 14.40).
  if (!editor.editing || (narrow && editor.cards?.shown)) return null;
  const isEmpty = list.length === 0;
  return (
    <Button.Group className={classes.group} data-empty={isEmpty || undefined} data-undo={!isEmpty || undefined}>
      <Button
        variant="default"
        px="sm"
        leftSection={<IconArrowBackUp aria-hidden size={16} />}
        title={t('undo.undoTip')}
        aria-keyshortcuts="Control+Z"
        // not disabled, which would take the focus away
        aria-disabled={applied === 0}
        data-disabled={applied === 0}
        onClick={goBack}
      >
        {t('undo.undo')}
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
            aria-label={t('undo.open')}
            title={t('undo.open')}
            disabled={isEmpty}
            {...props}
          >
            <IconChevronDown aria-hidden size={16} />
          </ActionIcon>
        )}
      >
        <Popover.Dropdown className={classes.entries} aria-label={t('undo.open')}>
          <EntryList editor={editor} />
        </Popover.Dropdown>
      </LatePopover>
    </Button.Group>
  );
}

function EntryList<T extends KindTypes>({ editor: { kind, model, undo } }: Props<T>) {
  const { t } = useTranslation('editing');
  const { list, applied, goTo } = undo;
  const textOf = entryTexts(kind, model, t);
  const entries = [t('undo.before'), ...list.map(textOf)];
  return (
    <ol className={classes.list}>
      {entries
        .map((text, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- an entry is its place
          <li key={at}>
            <button
              type="button"
              className={classes.entry}
              aria-current={at === applied ? 'step' : undefined}
              data-undone={at > applied || undefined}
              onClick={() => goTo(at)}
            >
              {at > applied && <span className={classes.undone}>{t('undo.undone')} </span>}
              {text}
            </button>
          </li>
        ))
        .reverse()}
    </ol>
  );
}
