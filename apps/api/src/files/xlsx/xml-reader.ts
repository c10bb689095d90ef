import { SaxesParser } from 'saxes';
import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';

export type Attributes = Readonly<Record<string, string>>;

export type XmlHandlers = {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Bytes; a cell has at most 32,767 characters. */
const LONGEST_PIECE = 2 ** 20;
const DEEPEST = 64;

/**
 * No document types, so no entities (rule 10.25); UTF-8 only.
 * @throws FileRefusal
 */
export class XmlReader {
  readonly #parser = new SaxesParser({ position: false, xmlns: false });
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #depth = 0;
  /** bytes since something was complete */
  #pending = 0;

  constructor({ open, close, text }: XmlHandlers) {
    const parser = this.#parser;
    parser.on('error', () => refuse(FILE_TEXT.workbook.broken));
    parser.on('doctype', () => refuse(FILE_TEXT.workbook.foreign));
    parser.on('opentag', ({ name, attributes }) => {
      this.#pending = 0;
      if (++this.#depth > DEEPEST) refuse(FILE_TEXT.workbook.foreign);
      open(localName(name), attributes);
    });
    parser.on('closetag', ({ name }) => {
      this.#pending = 0;
      this.#depth--;
      close?.(localName(name));
    });
    if (!text) return;
    parser.on('text', text);
    parser.on('cdata', text);
  }

  write(chunk: Buffer): void {
    this.#pending += chunk.length;
    this.#parser.write(this.#decode(chunk));
    if (this.#pending > LONGEST_PIECE) refuse(FILE_TEXT.workbook.foreign);
  }

  end(): void {
    this.#parser.write(this.#decode());
    this.#parser.close();
  }

  #decode(chunk?: Buffer): string {
    try {
      return chunk ? this.#decoder.decode(chunk, { stream: true }) : this.#decoder.decode();
    } catch {
      return refuse(FILE_TEXT.workbook.broken);
    }
  }
}

/** Reads a whole part of a workbook. */
export async function readXml(chunks: AsyncIterable<Buffer>, handlers: XmlHandlers): Promise<void> {
  const reader = new XmlReader(handlers);
  for await (const chunk of chunks) reader.write(chunk);
  reader.end();
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function refuse(message: string): never {
  throw new FileRefusal(message);
}
