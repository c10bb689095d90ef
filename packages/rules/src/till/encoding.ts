import { boundText } from '../incoming-text.ts';
import type { TillEncoding } from './profile.ts';

/** A blank: the byte has no character. */
const UPPER_HALF: Readonly<Record<'windows-1252' | 'cp850', string>> = {
  'windows-1252':
    '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ\u00a0¡¢£¤¥¦§¨©ª«¬\u00ad®¯°±²³´µ¶·¸¹º»¼½¾¿' +
    'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞßàáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ',
  cp850:
    'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐' +
    '└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0',
};

const QUESTION_MARK = 63;
const CP850 = Uint16Array.from({ length: 256 }, (_, byte) =>
  byte < 128 ? byte : UPPER_HALF.cp850.charCodeAt(byte - 128),
);

const bytesOf = (characters: string): ReadonlyMap<number, number> =>
  new Map(Array.from(characters, (character, index) => [character.charCodeAt(0), 128 + index]));
const BYTES = { 'windows-1252': bytesOf(UPPER_HALF['windows-1252']), cp850: bytesOf(UPPER_HALF.cp850) };

/** Missing characters become '?' (rule 9.11); NFC first; no byte order mark. */
export function encodeTillText(given: string, encoding: TillEncoding): Uint8Array<ArrayBuffer> {
  const text = boundText(given, Infinity);
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return new TextEncoder().encode(text);
  const table = BYTES[encoding];
  const bytes = new Uint8Array(text.length);
  let length = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    bytes[length++] = code < 128 ? code : (table.get(code) ?? QUESTION_MARK);
    if ((text.codePointAt(at) ?? 0) > 0xffff) at++;
  }
  return bytes.slice(0, length);
}

export function decodeTillText(bytes: Uint8Array, encoding: TillEncoding): string {
  if (encoding === 'cp850') {
    const codes = new Uint16Array(bytes.length);
    for (let at = 0; at < bytes.length; at++) codes[at] = CP850[bytes[at] as number] as number;
    return new TextDecoder('utf-16le').decode(codes);
  }
  return new TextDecoder(encoding === 'windows-1252' ? encoding : 'utf-8').decode(bytes);
}

export function unencodable(text: string, encoding: TillEncoding): string[] {
  if (encoding === 'utf-8' || encoding === 'utf-8-bom') return [];
  const isKnown = (code: number) => code < 128 || BYTES[encoding].has(code);
  return [...new Set(boundText(text, Infinity))].filter((character) => !isKnown(character.codePointAt(0) ?? 0));
}
