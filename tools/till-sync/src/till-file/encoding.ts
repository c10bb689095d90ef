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

const bytesOf = (characters: string): ReadonlyMap<string, number> =>
  new Map([...characters].flatMap((character, index) => (character === ' ' ? [] : [[character, 128 + index]])));
const BYTES = { 'windows-1252': bytesOf(UPPER_HALF['windows-1252']), cp850: bytesOf(UPPER_HALF.cp850) };

/** The byte of a character, undefined where the encoding has none. */
function byteOf(character: string, encoding: keyof typeof UPPER_HALF): number | undefined {
  const code = character.codePointAt(0) ?? 0;
  return code < 128 ? code : BYTES[encoding].get(character);
}

/**
 * The bytes of a text. A character that the encoding does not have becomes '?' (rule 9.11): only names hold such characters,
 * digits and separators are the same in all encodings. UTF-8 gets no mark here; `tillFileText` writes it.
 */
export function encodeTillText(text: string, encoding: TillEncoding): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return new TextEncoder().encode(text);
  return Uint8Array.from(text.matchAll(/./gsu), ([character]) => byteOf(character, encoding) ?? QUESTION_MARK);
}

/** The characters of a text that an encoding does not have, each once. */
export function unencodable(text: string, encoding: TillEncoding): string[] {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return [];
  return [...new Set(text)].filter((character) => byteOf(character, encoding) === undefined);
}
