const named = ({ name, apoId }: { name: string; apoId: number }) => `${name} (${apoId})`;

export const MIRROR_TEXT = {
  refusal: {
    self: 'Das ist die Apotheke selbst.',
    already: 'Ist bereits Spiegelapotheke dieser Apotheke.',
    otherMain: (main: number) => `Spiegelt bereits die Apotheke ${main}.`,
    hasMirrors: 'Hat selbst Spiegelapotheken.',
    mainIsMirror: 'Eine Spiegelapotheke kann keine Spiegelapotheken haben.',
    country: (country: string) => `Liegt in einem anderen Land (${country}).`,
    openUpdates: (count: number) =>
      count === 1
        ? 'Hat ein offenes Update, das erst freigegeben oder gelöscht werden muss.'
        : `Hat ${count} offene Updates, die erst freigegeben oder gelöscht werden müssen.`,
  },
  notItsMirror: 'Die Apotheke ist keine Spiegelapotheke dieser Apotheke.',
  event: {
    added: (mirror: { name: string; apoId: number }) => `Spiegelapotheke ${named(mirror)} hinzugefügt`,
    becameMirror: (main: { name: string; apoId: number }) => `Spiegelapotheke von ${named(main)} geworden`,
    removed: (mirror: { name: string; apoId: number }) => `Spiegelapotheke ${named(mirror)} entfernt`,
    ceasedToMirror: (main: { name: string; apoId: number }) =>
      `Nicht mehr Spiegelapotheke von ${named(main)}, Preisliste übernommen`,
  },
} as const;
