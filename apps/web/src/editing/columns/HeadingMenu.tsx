import { Suspense } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';
import type { KindTypes } from '../kind/kind.ts';
import type { ListEditor } from '../state/use-list-editor.ts';
import type { HeadingMenuState } from './use-heading-menu.ts';
import type { Table } from './use-table.ts';

const HeadingItems = lazyPart(() => import('./HeadingItems.tsx'));

type Props<T extends KindTypes> = { editor: ListEditor<T>; table: Table; menu: HeadingMenuState };

/** Rule 14.50; loaded when asked for. */
export function HeadingMenu<T extends KindTypes>({ editor, table, menu }: Props<T>) {
  const choice = table.choices.find(({ column }) => column.id === menu.state?.id);
  if (!menu.state || !choice) return null;
  return (
    <Suspense>
      <HeadingItems
        key={menu.state.id}
        // a lazy part is not generic
        editor={editor as unknown as ListEditor<KindTypes>}
        table={table}
        menu={menu}
        choice={choice}
        filters={menu.state.shows === 'filter'}
      />
    </Suspense>
  );
}
