import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mailTextIssue } from '../src/index.ts';

describe('a text by a person in a mail (rule 15.8)', () => {
  test.each([
    ['https://evil.example', 'https://evil.example'],
    ['Bitte hier: http://evil', 'http://evil'],
    ['https:\\\\evil', 'https:\\\\evil'],
    ['HTTPS:/evil', 'HTTPS:/evil'],
    ['hxxp://evil', 'hxxp://evil'],
    ['hxxps:evil', 'hxxps:evil'],
    ['mailto:a', 'mailto:a'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['www.evil', 'www.evil'],
    ['WWW . evil', 'WWW . evil'],
    ['evil.example/login', 'evil.example/login'],
    ['Siehe evil.example.', 'evil.example.'],
    ['(evil.de)', 'evil.de)'],
    ['EVIL.CO.UK', 'EVIL.CO.UK'],
    ['bücher.example', 'bücher.example'],
    ['evil.xn--p1ai', 'evil.xn--p1ai'],
    ['evil\uff0eexample', 'evil.example'],
    ['evil\u3002example', 'evil.example'],
    ['\uff48\uff54\uff54\uff50\uff1a\uff0f\uff0fevil', 'http://evil'],
    ['evil[.]example', 'evil.example'],
    ['evil (dot) example', 'evil.example'],
    ['anna(at)evil', 'anna@evil'],
    ['anna@evil.example', 'anna@evil.example'],
    ['\\\\server\\share', '\\\\server\\share'],
    ['//evil/x', '//evil/x'],
    ['192.168.0.1/login', '192.168.0.1/login'],
    ['10.0.0.1', '10.0.0.1'],
    ['evil dot example', 'evil.example'],
    ['evil punkt de', 'evil.de'],
    ['anna at evil dot de', 'evil.de'],
    ['evil . example', 'evil.example'],
    ['evil .example/login', 'evil.example/login'],
    ['evil -dot- de', 'evil.de'],
    ['evil_dot_de', 'evil.de'],
    ['evil \u201e.\u201c de', 'evil.de'],
    ['evil\u3010.\u3011de', 'evil.de'],
    ['evil\u00b7example', 'evil.example'],
    ['evil\u2022example', 'evil.example'],
    ['evil\ua4f8de', 'evil.de'],
    ['evil\u06d4de', 'evil.de'],
    ['\u{1f98a}.to', '\u{1f98a}.to'],
    ['evil.d\u0301e', 'evil.d\u0301e'],
    ['http\ua789//evil', 'http://evil'],
    ['http\u2236\u2215\u2215evil', 'http://evil'],
    ['h t t p : / / evil', 'h t t p'],
    ['http;//evil', 'http'],
    ['hxxp evil', 'hxxp'],
    ['127.1/login', '127.1/login'],
    ['Bitte hier: 10.0.1/x?y=1', '10.0.1/x?y=1'],
    ['127.1:8080/login', '127.1:8080/login'],
    ['2130706433/login', '2130706433/login'],
    ['0x7f.1/login', '0x7f.1/login'],
    ['localhost/login', 'localhost/login'],
    ['evil:8080/login', 'evil:8080/login'],
    ['[klick](evil)', '[klick](evil)'],
    ['\uff3bklick\uff3d\uff08evil\uff09', '[klick](evil)'],
    ['![](evil)', '![](evil)'],
    ['[klick][1]\n\n[1]: evil', '[1]: evil'],
  ])('%j holds a link', (text, found) => {
    expect(mailTextIssue(text)).toEqual({ issue: 'link', found });
  });

  test.each([
    ['turned around', '\u202Eelpmaxe'],
    ['isolated', '\u2066x\u2069'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
    ['of no width', 'evil\u200b.\u200bexample'],
    ['a soft hyphen', 'evil.\u00adexample'],
    ['a byte order mark', '\ufeffa'],
    ['NUL', 'a\u0000b'],
    ['a bell', '\u0007'],
    ['half a character', '\ud83d'],
    ['for private use', '\ue000'],
    ['an empty Braille cell', 'evil\u2800.de'],
    ['a joiner of graphemes', 'evil\u034f.de'],
    ['a filler', 'evil\u3164.de'],
    ['a selector behind no emoji', 'evil.\ufe0fde'],
  ])('one with a sign that is %s is refused', (_, text) => {
    expect(mailTextIssue(text)).toEqual({ issue: 'unseen' });
  });

  test.each([
    'Guten Morgen,\n\nhaben Sie <schon> geprüft?\r\n\tMit freundlichen Grüßen',
    'Bitte bis 12.11.2026 um 9.00 Uhr bzw. 10:30 Uhr, d. h. vor Mittag.',
    'z.B. die Nr. 5 und/oder 6; ca. 1.234,56 € (inkl. MwSt.) – 3 % mehr!',
    'Tel.: 0201/123456, Mo.-Fr. 8-18 Uhr',
    'Ihre Preise sind da ... bitte prüfen …',
    'Preis: 5,00 €/Stück; Verhältnis 1:2, C: Abteilung',
    '1. und 2. Mahnung, §12.3, Version 2.1.0',
    'Schöne Grüße 😀 aus Köln ♥',
    'Danke \u2764\ufe0f und 1\ufe0f\u20e3!',
    'Der „Punkt“ ist offen, siehe unter Punkt Info den 5-Punkt-Plan.',
    '½ Packung · 10 Stück • bitte',
    'vom 12.11/13.11, 3/4 der Liste, 1,50/Stück, PZN 01234562/Salbe, Nr.5/6',
    '[Hinweis] (siehe unten), [Rosen-Apotheke] und [x], Listen: OTC/Freiwahl',
  ])('%j may be sent', (text) => {
    expect(mailTextIssue(text)).toBeUndefined();
  });

  test("'evil. example' may be sent: a dot before a blank ends a sentence, and mail programs link no such name", () => {
    expect(mailTextIssue('Das wäre evil. example')).toBeUndefined();
    expect(mailTextIssue('Bitte prüfen. de facto ist es eilig')).toBeUndefined();
  });

  test('no name of a server gets through, wherever it stands', () => {
    const label = fc.stringMatching(/^[a-z0-9-]{1,12}$/);
    const top = fc.stringMatching(/^[a-z]{2,12}$/);
    const around = fc.constantFrom('', ' ', '(', '„', 'hier:', '\n');
    fc.assert(
      fc.property(
        around,
        fc.array(label, { minLength: 1, maxLength: 3 }),
        top,
        around,
        (before, labels, last, after) => {
          expect(mailTextIssue(`${before}${[...labels, last].join('.')}${after}`)?.issue).toBe('link');
        },
      ),
    );
  });

  test('plain words with blanks after their signs always may', () => {
    const word = fc.stringMatching(/^[a-zäöüß]{1,10}$/);
    const sign = fc.constantFrom(' ', ', ', '. ', '! ', ': ', '; ', '\n', ' – ');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, sign), { maxLength: 20 }), (parts) => {
        const text = parts.flat().join('');
        fc.pre(
          !/\b(h..ps?|ftps?|mailto|javascript|vbscript|data|file): |www\. |h ?(t ?t|x ?x) ?p ?s?| (dot|punkt) /.test(
            text,
          ),
        );
        expect(mailTextIssue(text)).toBeUndefined();
      }),
    );
  });

  test.each(['a', 'ä', '1', '.', '☃', '[', ' ', 'a-', '( '])('a long text of %j is read once', (sign) => {
    const took = (length: number) => {
      const text = sign.repeat(length / sign.length);
      return Math.min(
        ...Array.from({ length: 5 }, () => {
          const began = performance.now();
          mailTextIssue(text);
          return performance.now() - began;
        }),
      );
    };
    took(1_000);
    // Sixteen times as long: 256 times as much where it is read again from each sign.
    expect(took(9_600) / took(600)).toBeLessThan(100);
  });
});
