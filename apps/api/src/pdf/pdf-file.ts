import { deflateSync } from 'node:zlib';

const OBJECTS_A_STREAM = 500;

/** ISO 32000-1, 7.5; numbered from 1. Small ones are packed: a tagged list has 140,000. */
export type PdfFile = {
  /** The number of an object that is to be written. */
  reserve(): number;
  write(id: number, syntax: string): void;
  /** Writes an object under the next number. */
  add(syntax: string): number;
  /**
   * Writes a compressed stream under the next number.
   * @param entries of its dictionary, beside filter and length
   */
  addStream(content: string | Uint8Array, entries?: string): number;
  /** The finished file; nothing can be written after this. */
  end(trailer: { readonly catalog: number; readonly info: number; readonly fileId: Buffer }): Uint8Array<ArrayBuffer>;
};

export function createPdfFile(): PdfFile {
  const chunks: Uint8Array[] = [];
  let size = 0;
  /** By number: the offset of an object in the file, or the number of the stream that it is packed in. */
  const offsets: number[] = [];
  /** By number: the place in that stream, -1 for an object of its own. */
  const packed: number[] = [];
  let numbers = '';
  let bodies = '';
  let count = 0;

  const append = (chunk: Uint8Array) => {
    chunks.push(chunk);
    size += chunk.length;
  };
  const reserve = () => {
    packed.push(-1);
    return offsets.push(0);
  };
  const writeStream = (id: number, content: Uint8Array, entries: string) => {
    const bytes = deflateSync(content);
    offsets[id - 1] = size;
    append(Buffer.from(`${id} 0 obj\n<<${entries}/Filter/FlateDecode/Length ${bytes.length}>>\nstream\n`, 'latin1'));
    append(bytes);
    append(END_STREAM);
  };
  let stream = 0;
  const flush = () => {
    if (count === 0) return;
    writeStream(stream, Buffer.from(numbers + bodies, 'latin1'), `/Type/ObjStm/N ${count}/First ${numbers.length}`);
    numbers = '';
    bodies = '';
    count = 0;
  };
  const write = (id: number, syntax: string) => {
    if (count === OBJECTS_A_STREAM) flush();
    if (count === 0) stream = reserve();
    offsets[id - 1] = stream;
    packed[id - 1] = count;
    numbers += `${id} ${bodies.length} `;
    bodies += `${syntax}\n`;
    count += 1;
  };
  append(Buffer.from('%PDF-1.7\n%\xff\xff\xff\xff\n', 'latin1'));

  return {
    reserve,
    write,
    add(syntax) {
      const id = reserve();
      write(id, syntax);
      return id;
    },
    addStream(content, entries = '') {
      const id = reserve();
      writeStream(id, typeof content === 'string' ? Buffer.from(content, 'latin1') : content, entries);
      return id;
    },
    end({ catalog, info, fileId }) {
      flush();
      const start = size;
      const own = reserve();
      offsets[own - 1] = start;
      const id = `<${fileId.toString('hex')}>`;
      writeStream(
        own,
        asDifferences(entriesOf(offsets, packed)),
        `/Type/XRef/Size ${own + 1}/W[${WIDTHS.join(' ')}]/Root ${catalog} 0 R/Info ${info} 0 R/ID[${id}${id}]` +
          `/DecodeParms<</Predictor 12/Columns ${ENTRY}>>`,
      );
      append(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
      const file = new Uint8Array(size);
      let offset = 0;
      for (const chunk of chunks) {
        file.set(chunk, offset);
        offset += chunk.length;
      }
      return file;
    },
  };
}

const END_STREAM = Buffer.from('\nendstream\nendobj\n', 'latin1');

/** An entry of the cross references: its kind, an offset or the number of a stream, a place in that stream. */
const WIDTHS = [1, 4, 2] as const;
const ENTRY = 7;

function entriesOf(offsets: readonly number[], packed: readonly number[]): Buffer {
  const entries = Buffer.alloc((offsets.length + 1) * ENTRY);
  entries.writeUInt16BE(65_535, 5); // object 0, which is free
  for (const [index, offset] of offsets.entries()) {
    const at = (index + 1) * ENTRY;
    const inStream = packed[index] as number;
    entries[at] = inStream >= 0 ? 2 : 1;
    entries.writeUInt32BE(offset, at + 1);
    entries.writeUInt16BE(Math.max(0, inStream), at + 5);
  }
  return entries;
}

/** Predictor 12: a tenth of the bytes once compressed. */
function asDifferences(entries: Buffer): Buffer {
  const rows = entries.length / ENTRY;
  const differences = Buffer.alloc(rows * (ENTRY + 1));
  for (let row = 0; row < rows; row += 1) {
    differences[row * (ENTRY + 1)] = 2;
    for (let byte = 0; byte < ENTRY; byte += 1) {
      const at = row * ENTRY + byte;
      const above = row === 0 ? 0 : (entries[at - ENTRY] as number);
      differences[row * (ENTRY + 1) + 1 + byte] = ((entries[at] as number) - above) & 0xff;
    }
  }
  return differences;
}

/** A text as a PDF has it: UTF-16 in hex. */
export function pdfText(text: string): string {
  return `<feff${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}
