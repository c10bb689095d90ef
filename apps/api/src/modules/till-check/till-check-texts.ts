type Found = { readonly count: number; readonly missing: number };

/** '45 Preise anders, 34 fehlen' */
function found({ count, missing }: Found): string {
  const other = count - missing;
  const parts = [
    ...(other > 0 ? [`${prices(other)} anders`] : []),
    ...(missing > 0 ? [`${other > 0 ? number(missing) : prices(missing)} ${missing === 1 ? 'fehlt' : 'fehlen'}`] : []),
  ];
  return parts.join(', ') || 'alle Preise wie freigegeben';
}

const number = (count: number) => count.toLocaleString('de-DE');
const prices = (count: number) => (count === 1 ? '1 Preis' : `${number(count)} Preise`);

export const TILL_CHECK_TEXT = {
  event: (fileName: string, deviations: Found, doubts: readonly string[]) =>
    `Kasse abgeglichen mit „${fileName}“${doubts.length > 0 ? ' trotz Zweifeln' : ''}: ${found(deviations)}`,
  confirmed: (day: string, deviations: Found) => `Bestand der Kasse vom ${day} bestätigt: ${found(deviations)}`,
  dropped: (day: string) => `Bestand der Kasse vom ${day} verworfen`,
  decided: 'Dieser Bestand wartet nicht mehr. Bitte laden Sie die Seite neu.',
} as const;
