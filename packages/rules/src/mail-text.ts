import { boundText, MOST_TEXT } from './incoming-text.ts';

/** Rule 15.8; `found` could become a link in a mail program. */
export type MailTextIssue = { readonly issue: 'link'; readonly found: string } | { readonly issue: 'unseen' };

/** Control characters but line ends and tabs, invisible ones; emoji selectors are allowed. */
const UNSEEN =
  /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}\u2800]|(?![\ufe0e\ufe0f])\p{Default_Ignorable_Code_Point}|(?<!\p{Emoji})[\ufe0e\ufe0f]/u;

/** Written behind 'dot' or a dot with blanks. */
const COMMON_ENDS = 'de|com|net|org|info|eu|io|at|ch|biz|shop|online|app|site|xyz|example';

/** As browsers read them, after NFKC. */
const DISGUISES: readonly (readonly [RegExp, string])[] = [
  [/[\ufe0e\ufe0f]/g, ''],
  [/[\u02d0\u0589\u2236\ua789]/g, ':'],
  [/[\u2044\u2215\u29f8]/g, '/'],
  // full stops that NFKC leaves
  [/[\u3002\uff61]/g, '.'],
  // other dots between letters, as in 'evil·example'
  [
    /(?<=[\p{L}\p{N}])[\u00b7\u02d9\u06d4\u0701\u0702\u1362\u166e\u1803\u2022\u2027\u2219\u22c5\u2e31\u2e33\ua4f8\ua60e\u{10a50}](?=\p{L})/gu,
    '.',
  ],
  // 'evil[.]example', 'evil (dot) example', 'name[at]evil'.
  [/(?:(?<!\s)\s+)?[\p{Ps}<]\s*(?:\.|dot|punkt)\s*[\p{Pe}>]\s*/giu, '.'],
  [/(?:(?<!\s)\s+)?[\p{Ps}<]\s*(?:@|at)\s*[\p{Pe}>]\s*/giu, '@'],
  [
    /(?<=[\p{L}\p{N}])(?:\s*["'‘-‟«»]\.["'‘-‟«»]\s*|["'_‘-‟«»](?:dot|punkt)["'_‘-‟«»]|\s*[-*~]dot[-*~]\s*)(?=[\p{L}\p{N}])/giu,
    '.',
  ],
  [new RegExp(`(?<=[\\p{L}\\p{N}])\\s+(?:\\.|dot)\\s+(?=(?:${COMMON_ENDS})(?![\\p{L}\\p{N}]))`, 'giu'), '.'],
  // 'unter Punkt Info' and the like are German
  [/(?<=[\p{L}\p{N}])\s+punkt\s+(?=(?:de|com|net|org|eu|io|ch|biz)(?![\p{L}\p{N}]))/giu, '.'],
  [/(?<=[\p{L}\p{N}])\s+\.(?=\p{L}{2})/gu, '.'],
];

/** Each begins only where its characters begin. */
const LINKS: readonly RegExp[] = [
  // https://, https:\\, hxxp://
  /\p{L}(?<!\p{L}[\p{N}+.-]*\p{L})[\p{L}\p{N}+.-]*:\s?[/\\]+\S*/iu,
  /\b(?:h..ps?|ftps?|mailto|javascript|vbscript|data|file):\s?\S+/iu,
  /\bwww\s*\.\s*\S+/iu,
  /(?<![^\s@])[^\s@]+@[^\s@]+/u,
  /(?:^|\s)[/\\]{2}\S+/u,
  /(?<![\p{L}\p{N}\p{M}\p{So}_-])[\p{L}\p{N}\p{M}\p{So}_-]+\.\p{M}*(?:\p{L}[\p{L}\p{M}]+|xn--[\p{L}\p{N}-]+)\S*/iu,
  // an IPv4 address; a date has three parts
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)\S*/u,
  // short forms of IPv4 addresses (https://url.spec.whatwg.org/#concept-ipv4-parser); '12.11/13.11' are dates
  /(?<![\p{L}\p{N}.,])(?:\d{1,3}(?:\.\d+){1,2}|\d{9,10})(?::\d+)?\/[^\s\p{L}]*\p{L}\S*/u,
  /(?<![\p{L}\p{N}])(?<!(?<![\p{L}\p{N}])0x[\da-f]+\.)0x[\da-f]+(?:\.(?:0x)?[\da-f]+)*(?::\d+)?\/\S*/iu,
  // a name with a port, or of this computer
  /(?<![\p{L}\p{N}])(?:localhost(?::\d+)?\/|(?<!(?<![\p{L}\p{N}])\p{L}[\p{L}\p{N}-]*?)\p{L}[\p{L}\p{N}-]*:\d{2,5}\/\p{L})\S*/iu,
  // Markdown
  /!?\[[^[\]\n]*\]\([^)\n]*\)?/u,
  /^\s{0,3}\[[^\]\n]+\]:\s*\S+/mu,
  // the scheme alone, also with blanks between its letters
  /(?<![\p{L}\p{N}])h\s?(?:t\s?t|x\s?x|\*\s?\*)\s?p\s?s?(?![\p{L}\p{N}])/iu,
];

/** Rule 15.8. Strict: 'inkl.MwSt' counts as a server name. */
export function mailTextIssue(text: string): MailTextIssue | undefined {
  if (UNSEEN.test(text)) return { issue: 'unseen' };
  let plain = boundText(text, MOST_TEXT, 'NFKC');
  for (const [disguise, meant] of DISGUISES) plain = plain.replace(disguise, meant);
  for (const link of LINKS) {
    const found = link.exec(plain)?.[0].trim();
    if (found) return { issue: 'link', found };
  }
  return undefined;
}
