import type { TillEncoding } from './profile.ts';

/** The characters of the bytes 0x80 to 0xFF; a blank stands for a byte that has none. */
const UPPER_HALF: Readonly<Record<'windows-1252' | 'cp850', string>> = {
  'windows-1252':
    '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿' +
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

const QUESTION_MARK = 63;

/** Byte by code; a blank in the tables is code 32, which is below all that is looked up. */
const bytesOf = (characters: string): ReadonlyMap<number, number> =>
  new Map(Array.from(characters, (character, index) => [character.charCodeAt(0), 128 + index]));
const BYTES = { 'windows-1252': bytesOf(UPPER_HALF['windows-1252']), cp850: bytesOf(UPPER_HALF.cp850) };

/**
 * The bytes of a text. A character that the encoding does not have becomes '?' (rule 9.11): only names hold such characters,
 * digits and separators are the same in all encodings. Letters with a mark of its own (a and ¨, as macOS writes ä) become one character
 * first. UTF-8 gets no byte order mark here; `tillFileHead` writes it.
 */
export function encodeTillText(given: string, encoding: TillEncoding): Uint8Array<ArrayBuffer> {
  const text = given.normalize('NFC');
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return new TextEncoder().encode(text);
  const table = BYTES[encoding];
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    bytes[length++] = code < 128 ? code : (table.get(code) ?? QUESTION_MARK);
    // Two units are one character.
    if ((text.codePointAt(at) ?? 0) > 0xffff) at++;
  }
  return bytes.slice(0, length);
}

/** The characters of a text that an encoding does not have, each once. */
export function unencodable(text: string, encoding: TillEncoding): string[] {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return [];
  const isKnown = (code: number) => code < 128 || BYTES[encoding].has(code);
  return [...new Set(text.normalize('NFC'))].filter((character) => !isKnown(character.codePointAt(0) ?? 0));
}
