/** As named to the user. */
export type ForeignEncoding = 'Mac Roman' | 'CP850 (DOS)' | 'UTF-8, doppelt kodiert';

/** `strong`: no language writes it ('MŸller', 'Fu§butter'); `weak`: some do ('Dušan', 'Málaga'). */
const LOOKS: Readonly<Record<ForeignEncoding, { readonly strong: RegExp; readonly weak: RegExp }>> = {
  // Š ä, š ö, Ÿ ü, € Ä, … Ö, † Ü, § ß
  'Mac Roman': {
    strong:
      /(?<=[a-zš])Ÿ(?=[a-z§])|(?<!\p{L})Ÿ(?=[a-z])|(?<=[a-zA-ZŠšŸ†])§(?=[a-zA-Z])|(?<=[a-z])Š(?=[a-z§])|(?<=[a-z])š(?=§)|(?<=[A-Z])[†€](?=[A-Z§])|(?<![\p{L}\d])†(?=[a-z])/gu,
    weak: /(?<=[a-z])š(?=[a-z])|(?<=[A-Z])…(?=[A-Z§])|(?<![\p{L}\d.])[…€](?=[a-z])|(?<=[a-zŠšŸ])§(?![\p{L}\d])/gu,
  },
  // „ ä, ” ö, U+0081 ü, Ž Ä, ™ Ö, š Ü, á ß; the same in CP437
  'CP850 (DOS)': {
    strong:
      // oxlint-disable-next-line no-control-regex -- U+0081 is what Windows-1252 makes of the byte
      /(?<=[a-z])[„”](?=[a-zá])|(?<=[a-zA-Z])\u0081(?=[a-zA-Zá])|(?<!\p{L})\u0081(?=[a-z])|(?<=[A-Z])[š™](?=[A-Zá])|(?<![\p{L}\d])™(?=[a-z])/gu,
    weak: /(?<=[a-z”])á(?=[a-z])|(?<=[a-z])á(?!\p{L})|(?<=[A-Z])Ž(?=[A-Z])|(?<!\p{L})[Žš](?=[a-z])/gu,
  },
  'UTF-8, doppelt kodiert': {
    // oxlint-disable-next-line no-control-regex -- the second byte may have been read as Latin-1
    strong: /(?<=[a-zA-Z])Ã[¤¶¼Ÿ„–œ\u0084\u0096\u009c\u009f]|Ã[¤¶¼Ÿ„–œ\u0084\u0096\u009c\u009f](?=[a-zA-Z])/gu,
    weak: /Â(?=[®°´µ§])|â(?:€|„)/gu,
  },
};
const NAMES = Object.keys(LOOKS) as ForeignEncoding[];

/** Letters that show that a text has its umlauts. */
const UMLAUTS = /[äöüÄÖÜß]/g;
// oxlint-disable-next-line no-control-regex -- U+0081 is what Windows-1252 makes of a byte of CP850
const SUSPICIOUS = /[ŠšŸ†§€…„”™áŽÃ\u0081]/;
const WORD = /[^\s;,"]*$/;
const WORD_END = /^[^\s;,"]*/;

/** Hits, strong ones, different words. */
const FEWEST = { hits: 3, strong: 2, words: 2 } as const;
/** With more umlauts hits are slips. */
const MOST_UMLAUTS_A_HIT = 20;

type Count = { hits: number; strong: number; readonly words: Set<string> };

/** Many words decide, never one, nor names like 'L’Oréal', 'Škoda' (rule 10.29). */
export class EncodingDoubt {
  readonly #counts = new Map<ForeignEncoding, Count>(
    NAMES.map((name) => [name, { hits: 0, strong: 0, words: new Set() }]),
  );
  #umlauts = 0;

  /** Takes in the next piece of the text. */
  add(text: string): void {
    this.#umlauts += text.match(UMLAUTS)?.length ?? 0;
    if (!SUSPICIOUS.test(text)) return;
    for (const name of NAMES) {
      const { strong, weak } = LOOKS[name];
      this.#count(name, text, strong, true);
      this.#count(name, text, weak, false);
    }
  }

  verdict(): { readonly encoding: ForeignEncoding; readonly example: string } | undefined {
    const [likeliest] = [...this.#counts].toSorted(([, a], [, b]) => b.strong - a.strong || b.hits - a.hits);
    if (!likeliest) return undefined;
    const [encoding, { hits, strong, words }] = likeliest;
    const isForeign =
      hits >= FEWEST.hits &&
      strong >= FEWEST.strong &&
      words.size >= FEWEST.words &&
      hits * MOST_UMLAUTS_A_HIT >= this.#umlauts;
    const [example] = words;
    return isForeign && example !== undefined ? { encoding, example } : undefined;
  }

  #count(name: ForeignEncoding, text: string, looks: RegExp, strong: boolean): void {
    const count = this.#counts.get(name) as Count;
    for (const { index } of text.matchAll(looks)) {
      count.hits++;
      if (strong) count.strong++;
      if (count.words.size >= FEWEST.words) continue;
      const before = WORD.exec(text.slice(Math.max(0, index - 30), index))?.[0] ?? '';
      count.words.add(before + (WORD_END.exec(text.slice(index, index + 30))?.[0] ?? ''));
    }
  }
}
