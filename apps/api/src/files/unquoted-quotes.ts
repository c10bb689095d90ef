/** Stands for a quote that is text until the cells are there. One byte, so that places in the file stay what they are. */
const STAND_IN = 0x01;
const STAND_INS = new RegExp(String.fromCharCode(STAND_IN), 'g');

const QUOTE = 0x22;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const TAB = 0x09;

type Place = 'start' | 'text' | 'quoted' | 'closed';

/**
 * Hides from the parser the quotes that are text: those inside a field that does not begin with one, as the inches of
 * `Mullbinde 4" elastisch`. Follows the file from the beginning of a record, block by block; quoted fields are the parser's.
 */
export class UnquotedQuotes {
  readonly #separator: number;
  #place: Place = 'start';
  /** some quote has been hidden */
  #hiding = false;

  constructor(separator: string) {
    this.#separator = separator.charCodeAt(0);
  }

  /** The next block, the same or a copy of the same length with quotes that are text hidden. */
  hide(block: Buffer): Buffer {
    // Where the stand-in itself occurs nothing can be hidden; such a file is refused for its control characters.
    if (block.includes(STAND_IN)) return block;
    let copy: Buffer | undefined;
    let place = this.#place;
    const separator = this.#separator;
    for (let at = 0; at < block.length; at++) {
      const byte = block[at] as number;
      if (byte === QUOTE) {
        if (place === 'text') {
          copy ??= Buffer.from(block);
          copy[at] = STAND_IN;
        } else place = place === 'quoted' ? 'closed' : 'quoted';
      } else if (place === 'quoted') {
        // on to the next quote
        const next = block.indexOf(QUOTE, at);
        if (next === -1) break;
        at = next - 1;
      } else if (byte === separator || byte === LF || byte === CR) place = 'start';
      else if (place === 'start' && byte !== BLANK && byte !== TAB) place = 'text';
    }
    this.#place = place;
    this.#hiding ||= copy !== undefined;
    return copy ?? block;
  }

  /** Puts the quotes back into the cells of a record. */
  restore(cells: string[]): void {
    if (!this.#hiding) return;
    for (let i = 0; i < cells.length; i++) cells[i] = (cells[i] as string).replace(STAND_INS, '"');
  }
}
