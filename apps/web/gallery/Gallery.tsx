import { useMantineColorScheme } from '@mantine/core';
import type { ComponentType } from 'react';
import { Section } from '../src/ui/Section.tsx';
import { Buttons } from './Buttons.tsx';
import { Cells } from './Cells.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Fields } from './Fields.tsx';
import classes from './gallery.module.css';
import { Grid } from './Grid.tsx';
import { Notices } from './Notices.tsx';
import { Tables } from './Tables.tsx';
import { Tags } from './Tags.tsx';
import { Segments } from '../src/ui/Segments.tsx';

const PARTS: readonly { title: string; note: string; Part: ComponentType }[] = [
  { title: 'Buttons', note: 'Mantine, with the theme of app/theme.ts', Part: Buttons },
  { title: 'Tags', note: 'ui/StatusTag, typeTag of editing/cells', Part: Tags },
  { title: 'Fields', note: 'ui/SearchField, ui/file-drop', Part: Fields },
  { title: 'Cells', note: 'editing/cells', Part: Cells },
  { title: 'Grid', note: 'ui/grid, with rows and empty', Part: Grid },
  { title: 'Tables', note: 'ui/table, beside the grid', Part: Tables },
  { title: 'Dialogs', note: 'ui/ConfirmDialog, ui/WaitingOverlay', Part: Dialogs },
  { title: 'Notices', note: 'Alert, ui/LoadFailure, ui/MessagePage', Part: Notices },
];

/** Every part of the interface in its states (`pnpm gallery`). */
export function Gallery() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <main className={classes.page}>
      <header className={classes.head}>
        <h1>Parts of the interface</h1>
        <Segments
          label="Colour scheme"
          value={colorScheme}
          onChange={setColorScheme}
          choices={[
            { value: 'auto', label: 'System' },
            { value: 'light', label: 'Light' },
            { value: 'dark', label: 'Dark' },
          ]}
        />
      </header>
      {PARTS.map(({ title, note, Part }) => (
        <Section key={title} title={title} note={note}>
          <div lang="de" className={classes.part}>
            <Part />
          </div>
        </Section>
      ))}
    </main>
  );
}
