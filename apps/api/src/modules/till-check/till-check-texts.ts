export const TILL_CHECK_TEXT = {
  event: (fileName: string, deviations: number) =>
    `Kasse abgeglichen mit „${fileName}“: ${
      deviations === 0
        ? 'alle Preise wie freigegeben'
        : deviations === 1
          ? '1 Artikel weicht ab'
          : `${deviations.toLocaleString('de-DE')} Artikel weichen ab`
    }`,
} as const;
