import { NativeSelect, Switch } from '@mantine/core';
import { useState } from 'react';
import { FileDrop } from '../src/ui/file-drop/FileDrop.tsx';
import { SearchField } from '../src/ui/SearchField.tsx';
import classes from './gallery.module.css';
import { Segments } from '../src/ui/Segments.tsx';

const DROP_TEXTS = {
  choose: 'Datei wählen',
  orDrop: 'oder hierher ziehen',
  rules: 'Eine CSV-Datei, höchstens 10 MB',
  remove: 'Datei entfernen',
};

export function Fields() {
  const [search, setSearch] = useState('Ibuprofen');
  const [mode, setMode] = useState<'standard' | 'expert'>('standard');
  const [file, setFile] = useState<{ name: string; size: number } | null>({ name: 'Preise.csv', size: 48_640 });
  return (
    <div className={classes.stack}>
      <div className={classes.row}>
        <SearchField label="Suche (leer)" clearLabel="Suche leeren" value="" onChange={() => undefined} />
        <SearchField label="Suche" clearLabel="Suche leeren" value={search} onChange={setSearch} />
        <NativeSelect aria-label="Filter" data={['Alle', 'Eigene Preise', 'Ausschlüsse']} />
        <Switch label="AEP" defaultChecked />
        <Segments
          label="Ansicht"
          value={mode}
          onChange={setMode}
          choices={[
            { value: 'standard', label: 'Standard' },
            { value: 'expert', label: 'Experte' },
          ]}
        />
      </div>
      {[null, file].map((shown, index) => (
        <FileDrop
          key={String(index)}
          label={index === 0 ? 'Datei' : 'Gewählte Datei'}
          file={shown}
          texts={DROP_TEXTS}
          accept={{ 'text/csv': ['.csv'] }}
          maxBytes={10 * 2 ** 20}
          onFile={setFile}
          onRemove={() => setFile(null)}
          onReject={() => undefined}
        />
      ))}
    </div>
  );
}
