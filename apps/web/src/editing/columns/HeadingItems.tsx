import { Menu, Popover } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { COLUMN_WIDTH, headingMenuId } from '../../ui/grid/GridHeader.tsx';
import { Anchor, anchorId } from '../../ui/late-menu/Anchor.tsx';
import { AnchoredMenu } from '../../ui/late-menu/AnchoredMenu.tsx';
import { ConditionEditor } from '../conditions/ConditionEditor.tsx';
import { emptyFields, fieldsOf } from '../conditions/condition-form.ts';
import { conditionKeys } from '../kind/condition-keys.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';
import { columnTitle } from '../kind/column.ts';
import { type ColumnChoice, neighbourOf, type Pin, withMoved } from './table-layout.ts';
import type { HeadingMenuState } from './use-heading-menu.ts';
import type { Table } from './use-table.ts';

/** Pixels of one choice of 'Breiter'. */
const WIDTH_STEP = 24;

type HeadingItemsProps = {
  editor: ListEditor<KindTypes>;
  table: Table;
  menu: HeadingMenuState;
  choice: ColumnChoice;
  /** The condition is shown, else the menu. */
  filters: boolean;
};

/** What can be done with a column, at its heading (rule 14.50). */
export default function HeadingItems({ filters, ...props }: HeadingItemsProps) {
  const { kind } = props.editor;
  const { id, alsoSorts } = props.choice.column;
  const keys = conditionKeys(kind);
  const key = keys.includes(id) ? id : keys.find((each) => each === alsoSorts?.key);
  if (filters && key !== undefined) return <Filter {...props} conditionKey={key} />;
  return <Items {...props} canFilter={key !== undefined} />;
}

type ItemsProps = Omit<HeadingItemsProps, 'filters'> & { canFilter: boolean };

function Items({ editor, table, menu, choice, canFilter }: ItemsProps) {
  const { t } = useTranslation('editing');
  const { column, pin, required } = choice;
  const { id } = column;
  const { view, grid } = editor;
  const sort = (reversed: boolean) =>
    view.change({ sort: { key: id as KindTypes['sort'], reversed }, sortThen: [], reviewOrder: undefined });
  const pinTo = (to: Pin) => table.change((before) => ({ ...before, pins: { ...before.pins, [id]: to } }));
  const move = (direction: -1 | 1) => {
    const shown = table.choices.filter((each) => each.shown);
    const neighbour = neighbourOf(shown, id, direction);
    return neighbour && (() => table.change((before) => withMoved(before, table.choices, id, neighbour)));
  };
  const resize = (by: number) =>
    table.onResize(id, Math.max(COLUMN_WIDTH.min, Math.min(COLUMN_WIDTH.max, column.width + by)));
  const hide = () => {
    table.change((before) => ({ ...before, shown: { ...before.shown, [id]: false } }));
    // the heading that had the focus goes
    grid.current?.moveTo(grid.current.active);
  };
  const [earlier, later] = [move(-1), move(1)];
  return (
    <AnchoredMenu menu={{ id: headingMenuId(id), opened: true, onClose: menu.close }}>
      <Menu.Label>{columnTitle(column)}</Menu.Label>
      {column.sortable && (
        <>
          <Menu.Item onClick={() => sort(false)}>{t('table.menu.ascending')}</Menu.Item>
          <Menu.Item onClick={() => sort(true)}>{t('table.menu.descending')}</Menu.Item>
        </>
      )}
      {canFilter && (
        <Menu.Item closeMenuOnClick={false} onClick={() => menu.filter(id)}>
          {t('table.menu.filter')}
        </Menu.Item>
      )}
      <Menu.Divider />
      {pin === 'none' ? (
        <>
          <Menu.Item onClick={() => pinTo('left')}>{t('table.menu.pinLeft')}</Menu.Item>
          <Menu.Item onClick={() => pinTo('right')}>{t('table.menu.pinRight')}</Menu.Item>
        </>
      ) : (
        <Menu.Item onClick={() => pinTo('none')}>{t('table.menu.unpin')}</Menu.Item>
      )}
      {earlier && <Menu.Item onClick={earlier}>{t('table.menu.earlier')}</Menu.Item>}
      {later && <Menu.Item onClick={later}>{t('table.menu.later')}</Menu.Item>}
      <Menu.Item closeMenuOnClick={false} onClick={() => resize(WIDTH_STEP)}>
        {t('table.menu.wider')}
      </Menu.Item>
      <Menu.Item closeMenuOnClick={false} onClick={() => resize(-WIDTH_STEP)}>
        {t('table.menu.narrower')}
      </Menu.Item>
      {!required && <Menu.Item onClick={hide}>{t('table.menu.hide')}</Menu.Item>}
    </AnchoredMenu>
  );
}

type FilterProps = Omit<HeadingItemsProps, 'filters'> & { conditionKey: string };

/** The condition on the column: the one there is, else a new one. */
function Filter({ editor, menu, choice, conditionKey }: FilterProps) {
  const { t } = useTranslation('editing');
  const { view } = editor;
  const conditions = view.conditions ?? [];
  const known = conditions.findIndex(({ key }) => key === conditionKey);
  const at = known < 0 ? conditions.length : known;
  const first = conditions[at];
  const anchor = anchorId(headingMenuId(choice.column.id));
  const isDone = useRef(false);
  useLayoutEffect(
    () => () => {
      if (isDone.current) document.getElementById(anchor)?.querySelector('button')?.focus({ preventScroll: true });
    },
    [anchor],
  );
  const close = () => {
    isDone.current = true;
    menu.close();
  };
  return (
    <Popover
      opened
      onChange={(opened) => !opened && close()}
      position="bottom-start"
      shadow="md"
      trapFocus
      withinPortal
    >
      <Popover.Target>
        <Anchor at={anchor} />
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.menu.label', { name: columnTitle(choice.column) })}>
        <ConditionEditor
          editor={editor}
          first={first ? fieldsOf(first) : emptyFields(conditionKey)}
          onSet={(condition) => {
            view.change({ conditions: conditions.toSpliced(at, 1, condition) });
            close();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
