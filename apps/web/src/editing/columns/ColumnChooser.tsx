import { ActionIcon, Button, Checkbox, NativeSelect } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COLUMN_WIDTH } from '../../ui/grid/GridHeader.tsx';
import { ToolPanel } from '../ToolPanel.tsx';
import classes from './column-chooser.module.css';
import { AS_SPECIFIED, type ColumnChoice, isWidth, neighbourOf, type Pin, withSwapped } from './table-layout.ts';
import type { Table } from './use-table.ts';
import { Segments } from '../../ui/Segments.tsx';

/** Rule 14.50. */
export const ColumnChooser = memo(function ColumnChooser({ table }: { table: Table }) {
  const { t } = useTranslation('editing');
  const [opened, setOpened] = useState(false);
  return (
    <ToolPanel
      opened={opened}
      onChange={setOpened}
      label={t('table.open')}
      icon={IconAdjustmentsHorizontal}
      className={classes.chooser}
    >
      <Choices table={table} />
    </ToolPanel>
  );
});

function Choices({ table: { choices, layout, change, onResize, touch } }: { table: Table }) {
  const { t } = useTranslation('editing');
  const [resets, setResets] = useState(0);
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string | null>(null);
  useEffect(() => {
    // in its new place the button has lost the focus
    if (moved.current) list.current?.querySelector<HTMLElement>(`[data-move="${moved.current}"]`)?.focus();
    moved.current = null;
  });
  const move = (id: string, step: -1 | 1) => {
    const neighbour = neighbourOf(choices, id, step);
    if (!neighbour) return;
    moved.current = `${id} ${step}`;
    change((before) => withSwapped(before, choices, id, neighbour));
  };
  return (
    <>
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
        {choices.map((choice) => (
          <ColumnLine
            key={`${choice.column.id} ${resets}`}
            choice={choice}
            canMove={(step) => neighbourOf(choices, choice.column.id, step) !== undefined}
            onMove={(step) => move(choice.column.id, step)}
            onShow={(shown) =>
              change((before) => ({ ...before, shown: { ...before.shown, [choice.column.id]: shown } }))
            }
            onPin={(pin) => change((before) => ({ ...before, pins: { ...before.pins, [choice.column.id]: pin } }))}
            onWidth={(width) => onResize(choice.column.id, width)}
          />
        ))}
      </ul>
      <Button
        size="xs"
        variant="default"
        onClick={() => {
          change(() => AS_SPECIFIED);
          setResets((count) => count + 1);
        }}
      >
        {t('table.reset')}
      </Button>
    </>
  );
}

type LineProps = {
  choice: ColumnChoice;
  canMove: (step: -1 | 1) => boolean;
  onMove: (step: -1 | 1) => void;
  onShow: (shown: boolean) => void;
  onPin: (pin: Pin) => void;
  /** undefined for the usual one. */
  onWidth: (width: number | undefined) => void;
};

function ColumnLine({ choice, canMove, onMove, onShow, onPin, onWidth }: LineProps) {
  const { t } = useTranslation('editing');
  const { column, shown, required, pin } = choice;
  // a heading that is broken within a word
  const name = (column.label || (column.longLabel ?? '')).replace(/-(?=\p{Ll})/u, '');
  const step = (by: -1 | 1, label: string) => (
    <ActionIcon
      variant="subtle"
      color="gray"
      data-move={`${column.id} ${by}`}
      aria-label={label}
      title={label}
      // not disabled, which would take the focus away
      aria-disabled={!canMove(by)}
      className={classes.move}
      onClick={() => onMove(by)}
    >
      {by < 0 ? <IconArrowUp aria-hidden size={16} /> : <IconArrowDown aria-hidden size={16} />}
    </ActionIcon>
  );
  return (
    <li className={classes.column}>
      <Checkbox
        size="sm"
        className={classes.name}
        label={name}
        title={required ? t('table.required') : undefined}
        checked={shown}
        disabled={required}
        onChange={(event) => onShow(event.currentTarget.checked)}
      />
      {step(-1, t('table.earlier', { name }))}
      {step(1, t('table.later', { name }))}
      <NativeSelect
        size="xs"
        className={classes.pin}
        aria-label={t('table.pinOf', { name })}
        value={pin}
        data={(['none', 'left', 'right'] as const).map((value) => ({ value, label: t(`table.pin.${value}`) }))}
        onChange={(event) => onPin(event.currentTarget.value as Pin)}
      />
      <input
        type="number"
        className={classes.width}
        min={COLUMN_WIDTH.min}
        max={COLUMN_WIDTH.max}
        step={10}
        aria-label={t('table.widthOf', { name })}
        title={t('table.widthOf', { name })}
        defaultValue={column.width}
        onChange={({ currentTarget: { value, valueAsNumber } }) => {
          if (value === '') onWidth(undefined);
          else if (isWidth(valueAsNumber)) onWidth(valueAsNumber);
        }}
      />
    </li>
  );
}
