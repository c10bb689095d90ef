import { Button, CloseButton, Popover } from '@mantine/core';
import type { Condition } from '@portal/list-view';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { KindTypes } from '../kind/kind.ts';
import { LatePopover } from '../parts/LatePopover.tsx';
import type { ListView } from '../state/use-list-editor.ts';
import { ConditionLine } from './ConditionLine.tsx';
import { ConditionEditor } from './ConditionEditor.tsx';
import { emptyFields, fieldsOf } from './condition-form.ts';
import { conditionWords } from './condition-words.ts';
import classes from './conditions.module.css';
import { CHANGE, usualConditions } from '../kind/condition-keys.ts';

/**
 * Rule 2.23.
 * @param children what else narrows the list
 */
export function Conditions<T extends KindTypes>({ editor, children }: { editor: ListView<T>; children: ReactNode }) {
  const { t } = useTranslation('editing');
  const { kind, view } = editor;
  const conditions = view.conditions ?? [];
  const add = conditions.length;
  const [open, setOpen] = useState<number | null>(null);
  const put = (at: number, ...next: Condition[]) => view.change({ conditions: conditions.toSpliced(at, 1, ...next) });
  const set = (at: number, ...next: readonly Condition[]) => {
    put(at, ...next);
    setOpen(null);
  };
  const words = (condition: Condition) => conditionWords(condition, { kind: kind.name, t });
  const conditionEditor = (at: number) => (
    <ConditionEditor
      editor={editor}
      first={conditions[at] ? fieldsOf(conditions[at]) : emptyFields(CHANGE)}
      onSet={(condition) => set(at, condition)}
    />
  );
  const popover = (at: number) =>
    ({
      opened: open === at,
      onChange: (opened: boolean) => setOpen(opened ? at : null),
      position: 'bottom-start',
      shadow: 'md',
      trapFocus: true,
    }) as const;
  return (
    <>
      {conditions.map((condition, at) => {
        const said = words(condition);
        return (
          <span key={said} className={classes.chip}>
            <LatePopover
              {...popover(at)}
              button={(props) => (
                <Button variant="default" size="compact-sm" {...props}>
                  {said}
                </Button>
              )}
            >
              <Popover.Dropdown className={classes.dropdown}>{conditionEditor(at)}</Popover.Dropdown>
            </LatePopover>
            <CloseButton size="md" aria-label={t('conditions.remove', { condition: said })} onClick={() => put(at)} />
          </span>
        );
      })}
      <LatePopover
        {...popover(add)}
        button={(props) => (
          <Button
            variant="default"
            px="xs"
            leftSection={<IconPlus aria-hidden size={16} />}
            aria-label={t('conditions.add')}
            {...props}
          >
            {t('conditions.button')}
          </Button>
        )}
      >
        <Popover.Dropdown className={classes.dropdown}>
          <ConditionLine editor={editor} onSet={(said) => set(add, ...said)} />
          <div className={classes.usual}>
            {usualConditions(kind).map((condition) => (
              <Button
                key={condition.key + condition.is}
                variant="default"
                size="compact-sm"
                onClick={() => set(add, condition)}
              >
                {words(condition)}
              </Button>
            ))}
          </div>
          {children}
          <details>
            <summary>{t('conditions.choose')}</summary>
            {conditionEditor(add)}
          </details>
        </Popover.Dropdown>
      </LatePopover>
    </>
  );
}
