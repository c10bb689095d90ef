/**
 * Whole lists travel by columns in pieces of some hundred rows, so that the first rows are there long before the last (ADR 73):
 * `{…head, "count": 20000, "pieces": [{"pzn": […], …}, …]}` with the head and every piece on a line of its own. It is plain JSON
 * for whoever waits for the end.
 */
type Columns = Readonly<Record<string, readonly unknown[]>>;
export type Pieces = { readonly count: number; readonly pieces: readonly Columns[] };

/** A list that did not arrive whole: nothing may be made of it (rule 2.28). */
export class IncompleteList extends Error {}

/** An answer in pieces as the list it is: the same head, and each column in one. */
export type Joined<Answer extends Pieces> = Omit<Answer, 'count' | 'pieces'> & { columns: Answer['pieces'][number] };

/**
 * Puts the pieces of an answer together.
 * @throws IncompleteList where rows are missing
 */
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

/** Reads an answer in pieces while its text arrives, cut anywhere. */
export class PieceReader<Answer extends Pieces> {
  readonly #columnsOf: (piece: never) => Columns;
  readonly #pieces: Columns[] = [];
  #head: Omit<Answer, 'pieces'> | undefined;
  #rest = '';
  /** Rows that have arrived. */
  rows = 0;

  /** `columnsOf` makes columns of each piece, in order, where they travel as something else. */
  constructor(columnsOf: (piece: never) => Columns = (piece: Columns) => piece) {
    this.#columnsOf = columnsOf;
  }

  /** Takes in what has come of the text. */
  add(text: string): void {
    for (const _ of this.addByPieces(text));
  }

  /** The same, and yields after each piece: for who gives way in between (ADR 91). To be walked to its end. */
  *addByPieces(text: string): Generator<void> {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) yield this.#read(line);
  }

  /** What is there of the list once its first piece is: that piece, as if it were the whole. */
  first(): Joined<Answer> | undefined {
    const [piece] = this.#pieces;
    if (!this.#head || !piece) return undefined;
    return joinPieces({ ...this.#head, count: rowsOf(piece), pieces: [piece] } as unknown as Answer);
  }

  /** Rows of the whole list; 0 before its head has arrived. */
  get count(): number {
    return this.#head?.count ?? 0;
  }

  /**
   * The list, once its text has ended.
   * @throws IncompleteList when the text broke off
   */
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
