/** One byte, so that offsets stay. */
const STAND_IN = 0x01;
const STAND_INS = new RegExp(String.fromCharCode(STAND_IN), 'g');

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;

type State = 'start' | 'text' | 'quoted' | 'closed';

/** Quotes inside an unquoted field: `Mullbinde 4" elastisch`. */
export class UnquotedQuotes {
  readonly #separator: number;
  #state: State = 'start';
  /** some quote has been hidden */
  #hiding = false;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  hide(block: Buffer): Buffer {
    // Such a file is refused for its control characters.
    if (block.includes(STAND_IN)) return block;
    let copy: Buffer | undefined;
    let state = this.#state;
    const separator = this.#separator;
    for (let at = 0; at < block.length; at++) {
      const byte = block[at] as number;
      if (byte === QUOTE) {
        if (state === 'text') {
          copy ??= Buffer.from(block);
          copy[at] = STAND_IN;
        } else state = state === 'quoted' ? 'closed' : 'quoted';
      } else if (state === 'quoted') {
        // on to the next quote
        const next = block.indexOf(QUOTE, at);
        if (next === -1) break;
        at = next - 1;
      } else if (byte === separator || byte === LF || byte === CR) state = 'start';
      else if (state === 'start' && byte !== BLANK && byte !== TAB) state = 'text';
    }
    this.#state = state;
    this.#hiding ||= copy !== undefined;
    return copy ?? block;
  }

  /** Puts the quotes back into the cells of a record. */
  restore(cells: string[]): void {
    if (!this.#hiding) return;
    for (let i = 0; i < cells.length; i++) cells[i] = (cells[i] as string).replace(STAND_INS, '"');
  }
}
