/** Columns in chunks of some hundred rows, each on its own line (ADR 73); valid JSON. */
type Columns = Readonly<Record<string, readonly unknown[]>>;
export type Pieces = { readonly count: number; readonly pieces: readonly Columns[] };

/** Rule 2.28. */
export class IncompleteList extends Error {}

export type Joined<Answer extends Pieces> = Omit<Answer, 'count' | 'pieces'> & { columns: Answer['pieces'][number] };

/** @throws IncompleteList where rows are missing */
export function joinPieces<Answer extends Pieces>({ count, pieces, ...head }: Answer): Joined<Answer> {
  const parts: Record<string, (readonly unknown[])[]> = {};
  for (const piece of pieces) {
    for (const [name, values] of Object.entries(piece)) (parts[name] ??= []).push(values);
  }
  const columns = Object.fromEntries(
    Object.entries(parts).map(([name, values]) => [name, ([] as unknown[]).concat(...values)]),
  );
  if (Object.keys(columns).length === 0 || Object.values(columns).some(({ length }) => length !== count))
    throw new IncompleteList(`a list of ${count} rows did not come whole`);
  return { ...head, columns };
}

/** Its text may be cut anywhere. */
export class PieceReader<Answer extends Pieces> {
  readonly #columnsOf: (piece: never) => Columns;
  readonly #pieces: Columns[] = [];
  #head: Omit<Answer, 'pieces'> | undefined;
  #rest = '';
  rows = 0;

  constructor(columnsOf: (piece: never) => Columns = (piece: Columns) => piece) {
    this.#columnsOf = columnsOf;
  }

  add(text: string): void {
    for (const _ of this.addByPieces(text));
  }

  /** Yields after each chunk; must be iterated to its end. */
  *addByPieces(text: string): Generator<void> {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) yield this.#read(line);
  }

  /** The first chunk as a list. */
  first(): Joined<Answer> | undefined {
    const [piece] = this.#pieces;
    if (!this.#head || !piece) return undefined;
    return joinPieces({ ...this.#head, count: rowsOf(piece), pieces: [piece] } as unknown as Answer);
  }

  /** 0 before the head has arrived. */
  get count(): number {
    return this.#head?.count ?? 0;
  }

  /** @throws IncompleteList when the text broke off */
  whole(): Joined<Answer> {
    if (!this.#head || this.#rest !== END) throw new IncompleteList('a list broke off');
    return joinPieces({ ...this.#head, pieces: this.#pieces } as unknown as Answer);
  }

  #read(line: string): void {
    if (this.#head === undefined) this.#head = JSON.parse(line + END);
    else {
      const piece = this.#columnsOf(JSON.parse(line.endsWith(',') ? line.slice(0, -1) : line) as never);
      this.#pieces.push(piece);
      this.rows += rowsOf(piece);
    }
  }
}

const END = ']}';
const rowsOf = (piece: Columns): number => Object.values(piece)[0]?.length ?? 0;
