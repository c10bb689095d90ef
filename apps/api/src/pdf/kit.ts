/** An object of a PDF as pdfkit keeps it until it is written; as a text it is its reference, '12 0 R'. */
export type KitReference = { data: Record<string, unknown>; end(chunk?: string): void; toString(): string };

/** The part of pdfkit that its types leave out. The tests read real PDFs back and fail should it change. */
export type Kit = {
  readonly _root: KitReference;
  readonly _info: KitReference;
  readonly _id: Buffer;
  /** Where each object stands in the file, in bytes; null until it is written. */
  readonly _offsets: (number | null)[];
  /** Bytes written so far. */
  readonly _offset: number;
  readonly _font: KitFont;
  ref(data: object): KitReference;
  getStructTreeRoot(): KitReference;
  push(end: null): boolean;
  _write(data: string | Buffer): void;
  /** Writes the end of the file, once every object is written. */
  _finalize(): void;
  endMetadata(): void;
};

/** A font of a document; it is embedded only when it has been asked for its reference. */
export type KitFont = {
  readonly id: string;
  readonly font: { hasGlyphForCodePoint(codePoint: number): boolean };
  encode(text: string): [codes: string[], positions: { advanceWidth: number }[]];
  ref(): unknown;
};

export function kitOf(document: PDFKit.PDFDocument): Kit {
  return document as unknown as Kit;
}

/** What pdfkit keeps of a page. */
export function pageObject(page: PDFKit.PDFPage): KitReference {
  return page.dictionary as unknown as KitReference;
}

/** PDF syntax that pdfkit writes as it stands. */
export class Syntax {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  get [Symbol.toStringTag](): string {
    return 'Syntax'; // anything else than 'Object', whose members pdfkit would write
  }
  toString(): string {
    return this.text;
  }
}

/** A text as a PDF has it: UTF-16 in hex. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
