import { SaxesParser } from 'saxes';
import { FileRefusal } from '../issues.ts';
import { FILE_TEXT } from '../texts.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What is done with the parts of an XML document. Names come without their prefix, attributes with it. */
export type XmlHandlers = {
  open(name: string, attributes: Attributes): void;
  close?(name: string): void;
  text?(text: string): void;
};

/** Bytes within one tag, text or comment; a cell holds at most 32,767 characters. */
const LONGEST_PIECE = 2 ** 20;
const DEEPEST = 64;

/**
 * Reads XML as it comes, keeping nothing. There are no document types, so that no entity can grow (rule 10.25), and only
 * UTF-8, which is what spreadsheets write.
 * @throws FileRefusal for what is no such document
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
