import { Button, Popover } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindTypes } from '../kind.ts';
import type { ListEditor } from '../use-list-editor.ts';
import { stepTexts } from './step-text.ts';
import classes from './steps.module.css';

type Props<T extends KindTypes> = { editor: Pick<ListEditor<T>, 'kind' | 'model' | 'editing' | 'steps'> };

/** Rule 3.26. */
export const Steps = memo(Panel, looksTheSame) as typeof Panel;

/** While it is closed only whether there are any. */
function looksTheSame(before: Props<KindTypes>, { editor }: Props<KindTypes>): boolean {
  return !before.editor.steps.opened && !editor.steps.opened && hasSteps(before.editor) === hasSteps(editor);
}

function hasSteps({ editing, steps }: Pick<ListEditor<KindTypes>, 'editing' | 'steps'>): boolean {
  return editing && steps.list.length > 0;
}

function Panel<T extends KindTypes>({ editor }: Props<T>) {
  const { t } = useTranslation('editing');
  const { opened, setOpened } = editor.steps;
  if (!hasSteps(editor)) return null;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="top-start"
      shadow="md"
      trapFocus
      returnFocus
      withinPortal
      middlewares={{ flip: true, shift: true }}
    >
      <Popover.Target>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconArrowBackUp aria-hidden size={16} />}
          onClick={() => setOpened(!opened)}
        >
          {t('steps.open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes.steps} aria-label={t('steps.open')}>
        <StepList editor={editor} />
      </Popover.Dropdown>
    </Popover>
  );
}

function StepList<T extends KindTypes>({ editor: { kind, model, steps } }: Props<T>) {
  const { t } = useTranslation('editing');
  const { list, place, goTo } = steps;
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
              aria-current={at === place ? 'step' : undefined}
              data-undone={at > place || undefined}
              onClick={() => goTo(at)}
            >
              {at > place && <span className={classes.undone}>{t('steps.undone')} </span>}
              {text}
            </button>
          </li>
        ))
        .reverse()}
    </ol>
  );
}
