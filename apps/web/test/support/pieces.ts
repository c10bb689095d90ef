type List = { columns: Record<string, readonly unknown[]> };

/** A list by columns as the api sends it: in pieces, the head and each of them on a line of its own. */
export function inPieces({ columns, ...head }: List, rows = 500) {
  const count = Object.values(columns)[0]?.length ?? 0;
  const pieces = Array.from({ length: Math.max(1, Math.ceil(count / rows)) }, (_, n) =>
    Object.fromEntries(Object.entries(columns).map(([name, all]) => [name, all.slice(n * rows, (n + 1) * rows)])),
  );
  return { ...head, count, pieces };
}

/** The text of an answer in pieces. */
export function textOfPieces({ pieces, ...head }: ReturnType<typeof inPieces>): string {
  const lines = pieces.map((piece) => JSON.stringify(piece)).join(',\n');
  return `${JSON.stringify(head).slice(0, -1)},"pieces":[\n${lines}\n]}`;
}

/** The calls whose columns travel in pieces. */
const IN_PIECES: ReadonlySet<string> = new Set(['getPriceList', 'getMdp', 'getQdp', 'getLzd']);

export function travelsInPieces(name: string, answer: unknown): answer is List {
  return IN_PIECES.has(name) && typeof answer === 'object' && answer !== null && 'columns' in answer;
}

export function isInPieces(body: unknown): body is ReturnType<typeof inPieces> {
  return typeof body === 'object' && body !== null && 'pieces' in body;
}
