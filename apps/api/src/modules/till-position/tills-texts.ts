export const TILLS_TEXT = {
  gone: 'Diese Kasse gibt es hier nicht mehr. Bitte laden Sie die Seite neu.',
  removed: (name: string | null) => (name === null ? 'Kasse entfernt' : `Kasse „${name}“ entfernt`),
  filesRemoved: 'Kasse mit Dateien von Hand entfernt',
} as const;
