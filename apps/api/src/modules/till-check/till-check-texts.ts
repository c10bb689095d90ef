const found = (deviations: number) =>
  deviations === 0
    ? 'alle Preise wie freigegeben'
    : deviations === 1
      ? '1 Artikel weicht ab'
      : `${deviations.toLocaleString('de-DE')} Artikel weichen ab`;

export const TILL_CHECK_TEXT = {
  event: (fileName: string, deviations: number, doubts: readonly string[]) =>
    `Kasse abgeglichen mit „${fileName}“${doubts.length > 0 ? ' trotz Zweifeln' : ''}: ${found(deviations)}`,
  confirmed: (day: string, deviations: number) => `Bestand der Kasse vom ${day} bestätigt: ${found(deviations)}`,
  dropped: (day: string) => `Bestand der Kasse vom ${day} verworfen`,
  decided: 'Dieser Bestand wartet nicht mehr. Bitte laden Sie die Seite neu.',
} as const;
