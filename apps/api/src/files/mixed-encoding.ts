/** UTF-8 within Windows-1252. 'MENÜ“', 'CAFÉ®', 'Maß”' are German text: only sequences that nobody writes count. */
const UTF8_SEQUENCE =
  /[\xc2\xc3\xca-\xd0\xd2-\xd5\xd9-\xdb\xdd\xde][\x80-\xbf]|[\xc4-\xc9\xd1\xd6-\xd8\xdc\xdf][\x80\x81\x83\x87\x88\x8a\x8c-\x90\x98\x9a\x9c-\x9f\xa1-\xa6\xa8\xaa\xac\xad\xaf\xb1\xb6\xb8\xba\xbe\xbf]|\xe2[\x80-\x84][\x80-\xbf]|\xef\xbb\xbf|\xef\xbf\xbd/g;
// oxlint-disable-next-line no-control-regex -- bytes above 127 are meant
const HIGH_BYTES = /[\x80-\xff]/g;

/** Two files put together; the smaller part is named. */
export function mainEncoding(bytes: Buffer): 'utf-8' | 'windows-1252' {
  const text = bytes.toString('latin1');
  const sequences = text.match(UTF8_SEQUENCE) ?? [];
  if (sequences.length === 0) return 'windows-1252';
  const strays = text.replace(UTF8_SEQUENCE, '').match(HIGH_BYTES)?.length ?? 0;
  return sequences.length >= strays ? 'utf-8' : 'windows-1252';
}

export function markUtf8(bytes: Buffer, decoded: string): string {
  // one character a byte in both, so places are the same
  const text = bytes.toString('latin1');
  if (!UTF8_SEQUENCE.test(text)) return decoded;
  UTF8_SEQUENCE.lastIndex = 0;
  let marked = '';
  let from = 0;
  for (const { index, 0: sequence } of text.matchAll(UTF8_SEQUENCE)) {
    marked += `${decoded.slice(from, index)}\ufffd`;
    from = index + sequence.length;
  }
  return marked + decoded.slice(from);
}
