/** German sentences about prices that begin and end. */
export const PERIOD_TEXT = {
  event: ({ begin, end }: { begin: number; end: number }, day: string) =>
    `Zeiträume am ${day}: ${[begin > 0 ? `${begin} begonnen` : '', end > 0 ? `${end} beendet` : ''].filter(Boolean).join(', ')}`,
  endedByPerson: (count: number) => (count === 1 ? 'Ein Zeitraum beendet' : `${count} Zeiträume beendet`),
  planned: (count: number) =>
    count === 1 ? 'Preis ab einem späteren Tag vorgemerkt' : `${count} Preise ab einem späteren Tag vorgemerkt`,
} as const;
