import { ActionIcon, Popover } from '@mantine/core';
import { IconBookmarks } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LatePopover } from '../LatePopover.tsx';
import type { Table } from '../columns/use-table.ts';
import type { KindTypes } from '../kind.ts';
import type { ColumnMode } from '../use-column-mode.tsx';
import type { ListView } from '../use-list-editor.ts';
import classes from './saved-views.module.css';
import { ViewList } from './ViewList.tsx';

type Props<T extends KindTypes> = {
  editor: ListView<T>;
  mode: ColumnMode<T>;
  table: Table;
};

/** The views that somebody has saved of this kind of list, and one more (rule 2.24). Nothing is asked for before it is opened. */
export function SavedViews<T extends KindTypes>(props: Props<T>) {
  const { t } = useTranslation('editing');
  const [opened, setOpened] = useState(false);
  return (
    <LatePopover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="md"
      trapFocus
      withinPortal
      middlewares={{ flip: true, shift: true, size: true }}
      button={(props) => (
        <ActionIcon variant="default" size="lg" aria-label={t('views.open')} title={t('views.open')} {...props}>
          <IconBookmarks aria-hidden size={18} />
        </ActionIcon>
      )}
    >
      <Popover.Dropdown className={classes.panel} aria-label={t('views.open')}>
        <ViewList {...props} onShown={() => setOpened(false)} />
      </Popover.Dropdown>
    </LatePopover>
  );
}
