import { isAscii, isUtf8 } from 'node:buffer';
import { EncodingDoubt } from './foreign-encoding.ts';
import { excerpt, FileRefusal } from './issues.ts';
import { mainEncoding, markUtf8 } from './mixed-encoding.ts';
import { FILE_TEXT } from './texts.ts';

export type ByteSource = AsyncIterable<Buffer>;

/** 'ascii' until a byte above 127 decides between the two others. */
export type TextEncodingName = 'ascii' | 'utf-8' | 'windows-1252';

/** A piece of a text file as UTF-8. */
export type TextBlock = {
  readonly bytes: Buffer;
  /** control characters or broken UTF-8 occur */
  readonly suspect: boolean;
};

/** Independent of how the network cut the upload. */
export const BLOCK_BYTES = 64 * 1024;

const SIGNATURES = [
  {
    text: FILE_TEXT.utf16,
    starts: [
      [0xff, 0xfe],
      [0xfe, 0xff],
    ],
  },
  {
    text: FILE_TEXT.spreadsheet,
    starts: [
      [0x50, 0x4b, 3, 4],
      [0xd0, 0xcf, 0x11, 0xe0],
    ],
  },
  { text: FILE_TEXT.binary, starts: [[...Buffer.from('%PDF-')]] },
];
const UTF8_BOM = Buffer.from([0xef, 0xbb, 0xbf]);
/** More than this share of control characters is no text. */
const MAX_CONTROL_SHARE = 0.05;

/**
 * From the first bytes: UTF-8, else Windows-1252. Rule 10.1.
 * @throws FileRefusal for UTF-16, workbooks, binaries
 */
export function detectText(head: Buffer): { readonly encoding: TextEncodingName; readonly bomLength: 0 | 3 } {
  for (const { text, starts } of SIGNATURES)
    if (starts.some((start) => head.subarray(0, start.length).equals(Buffer.from(start)))) throw new FileRefusal(text);
  // A truncated file may end in NULs.
  const text = head.subarray(0, head.findLastIndex((byte) => byte !== 0) + 1);
  if (text.length === 0 && head.length > 0) throw new FileRefusal(FILE_TEXT.binary);
  if (looksLikeUtf16(text)) throw new FileRefusal(FILE_TEXT.utf16);
  if (countControls(text) > text.length * MAX_CONTROL_SHARE) throw new FileRefusal(FILE_TEXT.binary);
  if (head.subarray(0, 3).equals(UTF8_BOM)) return { encoding: 'utf-8', bomLength: 3 };
  return { encoding: encodingOf(head), bomLength: 0 };
}

/**
 * The first byte above 127 decides the encoding.
 * @throws FileRefusal (rule 10.29)
 */
export async function* readText(source: ByteSource, maxBytes: number): AsyncGenerator<TextBlock, void, undefined> {
  let encoding: TextEncodingName | undefined;
  const windows1252 = new TextDecoder('windows-1252');
  const doubt = new EncodingDoubt();
  for await (const block of blocksOf(source, maxBytes)) {
    let bytes = block;
    if (encoding === undefined) {
      const head = detectText(block);
      encoding = head.encoding;
      bytes = block.subarray(head.bomLength);
    } else if (encoding === 'ascii') encoding = encodingOf(block);
    if (encoding === 'windows-1252') {
      const text = windows1252.decode(bytes);
      refuseForeign(doubt, text);
      const decoded = markUtf8(bytes, text);
      yield { bytes: Buffer.from(decoded), suspect: hasUnreadable(decoded) };
    } else {
      if (encoding === 'utf-8') refuseForeign(doubt, bytes.toString());
      yield { bytes, suspect: countControls(bytes) > 0 || !isUtf8(bytes) };
    }
  }
}

/** No broken name may be stored. */
function refuseForeign(doubt: EncodingDoubt, text: string): void {
  doubt.add(text);
  const verdict = doubt.verdict();
  if (verdict) throw new FileRefusal(FILE_TEXT.foreignEncoding(verdict.encoding, excerpt(verdict.example)));
}

export function hasUnreadable(text: string): boolean {
  return UNREADABLE.test(text);
}

// oxlint-disable-next-line no-control-regex -- finding them is its purpose
const UNREADABLE = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffd]/;

async function* blocksOf(source: ByteSource, maxBytes: number): AsyncGenerator<Buffer, void, undefined> {
  let parts: Buffer[] = [];
  let size = 0;
  let total = 0;
  for await (const chunk of source) {
    total += chunk.length;
    if (total > maxBytes) throw new FileRefusal(FILE_TEXT.tooLarge((maxBytes / 2 ** 20).toLocaleString('de-DE')));
    parts.push(chunk);
    size += chunk.length;
    if (size <= BLOCK_BYTES) continue;
    let rest = parts.length === 1 ? chunk : Buffer.concat(parts, size);
    // The last byte is held back for `withoutEndMark`.
    while (rest.length > BLOCK_BYTES) {
      const cut = safeCut(rest);
      yield rest.subarray(0, cut);
      rest = rest.subarray(cut);
    }
    parts = [rest];
    size = rest.length;
  }
  if (size > 0) yield withoutEndMark(Buffer.concat(parts, size));
}

const END_MARK = 0x1a;
const LINE_FEED = 0x0a;

/** Programs of DOS end a text with 0x1A: it is whole, with or without a line break before (rule 10.50). */
function withoutEndMark(bytes: Buffer): Buffer {
  const length = bytes.findLastIndex((byte) => byte !== END_MARK) + 1;
  if (length === bytes.length || length === 0) return bytes;
  const text = bytes.subarray(0, length);
  return text[length - 1] === LINE_FEED ? text : Buffer.concat([text, Buffer.of(LINE_FEED)]);
}

/** Splits neither a UTF-8 character nor CRLF. */
function safeCut(bytes: Buffer): number {
  const whole = BLOCK_BYTES - incompleteTail(bytes.subarray(0, BLOCK_BYTES));
  return bytes[whole - 1] === 0x0d ? whole - 1 : whole;
}

function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

function encodingOf(block: Buffer): TextEncodingName {
  if (isAscii(block)) return 'ascii';
  // a file cut off within its last character is still UTF-8
  const whole = block.subarray(0, block.length - incompleteTail(block));
  if (isUtf8(whole)) return isAscii(whole) ? 'windows-1252' : 'utf-8';
  return mainEncoding(whole);
}

/** Latin text has zero bytes at every second position. */
function looksLikeUtf16(head: Buffer): boolean {
  const zeros = [0, 0];
  for (let i = 0; i < head.length; i++) if (head[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  return Math.max(even, odd) > head.length / 4 && Math.min(even, odd) < head.length / 40;
}

function countControls(bytes: Buffer): number {
  let count = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if ((byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) || byte === 0x7f) count++;
  }
  return count;
}
