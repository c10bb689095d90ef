import { useDeferredValue, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { List, type RowComponentProps } from 'react-window';

/** The least that a list of so many lines can be: texts made beforehand, one search, one cell a line. */
const lines = Array.from({ length: 17_850 }, (_, index) => `Adler-Apotheke ${index} Hauptstraße ${index % 200} Ulm`);

type Shown = { shown: readonly string[] };

function Line({ index, style, shown }: RowComponentProps<Shown>) {
  return (
    <div role="row" style={style}>
      {shown[index]}
    </div>
  );
}

function Plain() {
  const [query, setQuery] = useState('');
  const applied = useDeferredValue(query);
  const shown = useMemo(() => lines.filter((line) => line.includes(applied)), [applied]);
  return (
    <>
      <input type="search" aria-label="Suche" value={query} onChange={(event) => setQuery(event.target.value)} />
      <List
        rowComponent={Line}
        rowCount={shown.length}
        rowHeight={44}
        rowProps={{ shown }}
        overscanCount={8}
        scrollElement="window"
        defaultHeight={800}
      />
    </>
  );
}

createRoot(document.querySelector('#host') as HTMLElement).render(<Plain />);
