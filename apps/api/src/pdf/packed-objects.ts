import { deflateSync } from 'node:zlib';
import { kitOf } from './kit.ts';

/** As many objects share a stream: few enough that a reader has one quickly. */
const OBJECTS_A_STREAM = 500;
/** A packed object's entry among pdfkit's offsets is negative: its stream and its place there in one number. */
const PLACES = 1_024;

/** Small objects that are written many to a compressed stream, which pdfkit does not do: a tagged list has 140,000 of them. */
export type PackedObjects = {
  /** The number of an object that is to be written. */
  reserve(): number;
  write(id: number, syntax: string): void;
  /** After this no object can be written. */
  end(): void;
};

/** The document then ends with a stream of cross references, as packed objects need it (PDF 1.5, ISO 32000-1, 7.5.7 and 7.5.8). */
export function packObjects(document: PDFKit.PDFDocument): PackedObjects {
  const kit = kitOf(document);
  kit._finalize = () => writeEnd(document);
  let numbers = '';
  let bodies = '';
  let count = 0;
  let stream = kit.ref({});

  function flush(): void {
    stream.data = { Type: 'ObjStm', N: count, First: numbers.length };
    stream.end(numbers + bodies);
    numbers = '';
    bodies = '';
    count = 0;
  }

  return {
    reserve: () => kit._offsets.push(null),
    write(id, syntax) {
      if (count === OBJECTS_A_STREAM) {
        flush();
        stream = kit.ref({});
      }
      kit._offsets[id - 1] = -(numberOf(stream) * PLACES + count);
      numbers += `${id} ${bodies.length} `;
      bodies += `${syntax}\n`;
      count += 1;
    },
    end: flush,
  };
}

const numberOf = (reference: object) => Number.parseInt(String(reference), 10);

/** An entry: its kind, an offset or the number of a stream, a place in that stream. */
const WIDTHS = [1, 4, 2] as const;
const ENTRY = 7;

function writeEnd(document: PDFKit.PDFDocument): void {
  const kit = kitOf(document);
  const start = kit._offset;
  const own = kit._offsets.push(start);
  const references = deflateSync(asDifferences(entriesOf(kit._offsets)));
  const id = `<${kit._id.toString('hex')}>`;
  kit._write(
    `${own} 0 obj\n<</Type/XRef/Size ${own + 1}/W[${WIDTHS.join(' ')}]/Root ${String(kit._root)}/Info ${String(kit._info)}/ID[${id}${id}]` +
      `/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns ${ENTRY}>>/Length ${references.length}>>\nstream`,
  );
  kit._write(references);
  kit._write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF`);
  kit.push(null);
}

function entriesOf(offsets: readonly (number | null)[]): Buffer {
  const entries = Buffer.alloc((offsets.length + 1) * ENTRY);
  entries.writeUInt16BE(65_535, 5); // object 0, which is free
  for (const [index, offset] of offsets.entries()) {
    const at = (index + 1) * ENTRY;
    const place = offset ?? 0;
    entries[at] = place < 0 ? 2 : 1;
    entries.writeUInt32BE(place < 0 ? Math.floor(-place / PLACES) : place, at + 1);
    entries.writeUInt16BE(place < 0 ? -place % PLACES : 0, at + 5);
  }
  return entries;
}

/** Each entry as its difference from the one before, predictor 12 of PDF: a tenth of the bytes once compressed. */
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
