import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ToolPanel } from '../parts/ToolPanel.tsx';
import type { Table } from '../columns/use-table.ts';
import type { KindTypes } from '../kind/kind.ts';
import type { ColumnMode } from '../state/use-column-mode.tsx';
import type { ListView } from '../state/use-list-editor.ts';
import classes from './saved-views.module.css';
import { addressOf, type NamedView } from './named-view.ts';
import { ViewList } from './ViewList.tsx';

type Props<T extends KindTypes> = {
  editor: ListView<T>;
  mode: ColumnMode<T>;
  table: Table;
};

/** Rule 2.24; loaded when opened. */
export function SavedViews<T extends KindTypes>(props: Props<T>) {
  const { t } = useTranslation('editing');
  const [opened, setOpened] = useState(false);
  const [named, setNamed] = useState<NamedView | null>(null);
  const active = named?.address === addressOf(props.editor, props.mode) ? named.name : undefined;
  return (
    <ToolPanel
      opened={opened}
      onChange={setOpened}
      label={t('views.open')}
      buttonLabel={active === undefined ? t('views.open') : t('views.active', { name: active })}
      text={active ?? t('views.button')}
      className={classes.panel}
    >
      <ViewList {...props} onNamed={setNamed} onShown={() => setOpened(false)} />
    </ToolPanel>
  );
}
