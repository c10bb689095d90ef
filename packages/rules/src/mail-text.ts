/** Why a text that a person wrote may not go into a mail (rule 15.8); `found` is the part that a mail program could make a link of. */
export type MailTextIssue = { readonly issue: 'link'; readonly found: string } | { readonly issue: 'unseen' };

/** Control characters but line ends and tabs, formatting (U+202E, zero width), U+2028 and U+2029, halves of characters, private use. */
const UNSEEN = /(?![\n\r\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;

/** 'evil[.]example', 'evil (dot) example', 'name[at]evil': written so as to be put together by the reader. */
const SPLIT_DOT = /\s*[[({<]\s*(?:\.|dot|punkt)\s*[\])}>]\s*/giu;
const SPLIT_AT = /\s*[[({<]\s*(?:@|at)\s*[\])}>]\s*/giu;
/** NFKC makes full stops of the wide and small ones, not of these two, which browsers take for dots in names. */
const IDEOGRAPHIC_STOP = /[\u3002\uff61]/g;

const LINKS: readonly RegExp[] = [
  // a scheme with its slashes, in either direction: https://, https:\\, hxxp://
  /[\p{L}][\p{L}\p{N}+.-]*:\s?[/\\]+\S*/iu,
  // schemes that need none
  /\b(?:h..ps?|ftps?|mailto|javascript|vbscript|data|file):\s?\S+/iu,
  /\bwww\s*\.\s*\S+/iu,
  // an address of mail, a name of a server or computer
  /[^\s@]+@[^\s@]+/u,
  /(?:^|\s)[/\\]{2}\S+/u,
  // a name with a dot before at least two letters: evil.example, evil.example/login, EVIL.DE
  /[\p{L}\p{N}_-]+\.(?:\p{L}{2,}|xn--[\p{L}\p{N}-]+)\S*/iu,
  // an IPv4 address; a date has three parts
  /(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?![\d.]*\d)\S*/u,
];

/**
 * What is wrong with a text by a person in a mail (rule 15.8): the mail's only links are the portal's own, and what is read is what was
 * written. It is strict: 'inkl.MwSt' without a blank counts as the name of a server.
 */
export function mailTextIssue(text: string): MailTextIssue | undefined {
  if (UNSEEN.test(text)) return { issue: 'unseen' };
  const plain = text.normalize('NFKC').replace(IDEOGRAPHIC_STOP, '.').replace(SPLIT_DOT, '.').replace(SPLIT_AT, '@');
  for (const link of LINKS) {
    const found = link.exec(plain)?.[0].trim();
    if (found) return { issue: 'link', found };
  }
  return undefined;
}
