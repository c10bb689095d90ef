import { ActionIcon, Button } from '@mantine/core';
import { hasToggle, toggleOf } from '@portal/rules';
import { IconEye, IconEyeOff, IconGripVertical, IconLock, IconPin, IconPinFilled } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, memo, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segments } from '../../ui/Segments.tsx';
import { columnTitle } from '../kind/column.ts';
import type { KindTypes } from '../kind/kind.ts';
import { ToolPanel } from '../parts/ToolPanel.tsx';
import type { ColumnMode, ColumnToggle } from '../state/use-column-mode.tsx';
import classes from './column-chooser.module.css';
import { JUDGING } from './fit-columns.ts';
import { AS_SPECIFIED, type ColumnChoice, neighbourOf, type TableLayout, withMoved } from './table-layout.ts';
import type { Table } from './use-table.ts';

type Props<T extends KindTypes> = {
  table: Table;
  mode: Pick<ColumnMode<T>, 'toggles' | 'shown'>;
  /** Shows all keys. */
  onKeys: () => void;
  /** What else shows more of an article. */
  children?: ReactNode;
};

/** Rules 4.5, 6.10 and 14.50. */
export const ColumnChooser = memo(Chooser) as typeof Chooser;

function Chooser<T extends KindTypes>(props: Props<T>) {
  const { t } = useTranslation('editing');
  const [opened, setOpened] = useState(false);
  return (
    <ToolPanel
      opened={opened}
      onChange={setOpened}
      label={t('table.open')}
      text={t('table.open')}
      className={classes.chooser}
    >
      <Choices {...props} onClose={() => setOpened(false)} />
    </ToolPanel>
  );
}

function Choices<T extends KindTypes>({ table, mode, onKeys, onClose, children }: Props<T> & { onClose: () => void }) {
  const { t } = useTranslation('editing');
  const { choices, layout, change, touch } = table;
  const list = useRef<HTMLUListElement>(null);
  const move = (id: string, to: string | undefined) =>
    to !== undefined && to !== id && change((before) => withMoved(before, choices, id, to));
  /** The column under the pointer, among those pinned alike. */
  const targetAt = (id: string, y: number) => {
    const { pin } = choices.find(({ column }) => column.id === id) ?? {};
    const lines = [...(list.current?.children ?? [])];
    const at = lines.findIndex((line) => line.getBoundingClientRect().bottom > y);
    const target = choices[at < 0 ? choices.length - 1 : at];
    return target?.pin === pin ? target?.column.id : undefined;
  };
  const toggleOfLine = (id: string) =>
    hasToggle(id) ? mode.toggles.find(({ name }) => name === toggleOf(id)) : undefined;
  const reviewing = choices.some(({ column }) => column.id === 'review-why');
  const isWanted = (id: string) => (reviewing ? MAKE_WAY_IN_REVIEW.has(id) : isSwitchedOn(mode.shown, toggleOf(id)));
  return (
    <>
      {children}
      {!touch && (
        <Segments
          small
          className={classes.heights}
          label={t('table.rows')}
          value={layout.dense ? 'dense' : 'comfortable'}
          onChange={(value) => change((before) => ({ ...before, dense: value === 'dense' }))}
          choices={[
            { value: 'comfortable', label: t('table.comfortable') },
            { value: 'dense', label: t('table.dense') },
          ]}
        />
      )}
      <ul ref={list} className={classes.columns} aria-label={t('table.columns')}>
        {choices.map((choice) => {
          const { id } = choice.column;
          const lacksRoom = !choice.shown && layout.shown[id] === undefined && isWanted(id);
          const toggle = toggleOfLine(id);
          return (
            <ColumnLine
              key={id}
              choice={choice}
              lacksRoom={lacksRoom}
              toggle={toggle}
              onMove={(direction) => move(id, neighbourOf(choices, id, direction))}
              onDrag={(y) => move(id, targetAt(id, y))}
              onShow={(shown) => {
                toggle?.onToggle(shown);
                change((before) =>
                  toggle
                    ? withoutChoiceOf(before, toggle.name)
                    : { ...before, shown: { ...before.shown, [id]: shown } },
                );
              }}
              onPin={(pinned) =>
                change((before) => ({ ...before, pins: { ...before.pins, [id]: pinned ? 'left' : 'none' } }))
              }
            />
          );
        })}
      </ul>
      <div className={classes.foot}>
        <Button size="xs" variant="default" onClick={() => change(() => AS_SPECIFIED)}>
          {t('table.reset')}
        </Button>
        {!touch && (
          <Button
            size="xs"
            variant="subtle"
            aria-keyshortcuts="?"
            onClick={() => {
              onClose();
              onKeys();
            }}
          >
            {t('keys.open')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Of the columns that a review has. */
const MAKE_WAY_IN_REVIEW: ReadonlySet<string> = new Set(JUDGING);

/** A list without switches has none that is off. */
const isSwitchedOn = (shown: Readonly<Record<string, boolean>>, toggle: string | undefined) =>
  toggle === undefined || (shown[toggle] ?? true);

/** A switch decides about its columns again. */
function withoutChoiceOf(layout: TableLayout, toggle: string): TableLayout {
  const shown = Object.fromEntries(Object.entries(layout.shown).filter(([id]) => toggleOf(id) !== toggle));
  return { ...layout, shown };
}

type LineProps = {
  choice: ColumnChoice;
  /** It is wanted, and makes way. */
  lacksRoom: boolean;
  /** The switch of the expert mode, which takes its differences along. */
  toggle: ColumnToggle | undefined;
  onMove: (direction: -1 | 1) => void;
  /** @param y of the window */
  onDrag: (y: number) => void;
  onShow: (shown: boolean) => void;
  onPin: (pinned: boolean) => void;
};

function ColumnLine({ choice, lacksRoom, toggle, onMove, onDrag, onShow, onPin }: LineProps) {
  const { t } = useTranslation('editing');
  const { column, required, pin } = choice;
  const shown = choice.shown || lacksRoom;
  const name = toggle?.label ?? columnTitle(column);
  const isPinned = pin !== 'none';
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!direction) return;
    event.preventDefault();
    onMove(direction);
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => event.currentTarget.setPointerCapture(event.pointerId);
  const onPointerMove = (event: PointerEvent<HTMLElement>) =>
    event.currentTarget.hasPointerCapture(event.pointerId) && onDrag(event.clientY);
  return (
    <li className={classes.column} data-hidden={!shown || undefined}>
      <ActionIcon
        variant="subtle"
        color="gray"
        className={classes.handle}
        aria-label={t('table.move', { name })}
        title={t('table.moveTip')}
        aria-keyshortcuts="ArrowUp ArrowDown"
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
      >
        <IconGripVertical aria-hidden size={16} />
      </ActionIcon>
      <span className={classes.name}>
        {name} {lacksRoom && <span className={classes.quiet}>{t('table.noRoom')}</span>}
      </span>
      <ActionIcon
        variant="subtle"
        {...(isPinned ? {} : { color: 'gray' })}
        aria-label={t('table.pinOf', { name })}
        title={t('table.pinOf', { name })}
        aria-pressed={isPinned}
        onClick={() => onPin(!isPinned)}
      >
        {isPinned ? <IconPinFilled aria-hidden size={16} /> : <IconPin aria-hidden size={16} />}
      </ActionIcon>
      {required ? (
        <span className={classes.required} role="img" aria-label={t('table.required')} title={t('table.required')}>
          <IconLock aria-hidden size={16} />
        </span>
      ) : (
        <ActionIcon
          variant="subtle"
          color="gray"
          {...(toggle
            ? { role: 'switch', 'aria-label': name, 'aria-checked': shown }
            : { 'aria-label': t('table.show', { name }), 'aria-pressed': shown })}
          title={t('table.show', { name })}
          onClick={() => onShow(!shown)}
        >
          {shown ? <IconEye aria-hidden size={16} /> : <IconEyeOff aria-hidden size={16} />}
        </ActionIcon>
      )}
    </li>
  );
}
