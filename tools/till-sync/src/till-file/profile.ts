/** What a column of a till's file can hold, each at most once. */
export const TILL_FIELDS = ['pzn', 'price', 'avp', 'type', 'name', 'group', 'validFrom', 'marker'] as const;
export type TillField = (typeof TILL_FIELDS)[number];

export const TILL_SEPARATORS = [';', ',', '\t', '|'] as const;
/** Endings that no system runs when somebody opens the file (rule 9.10). */
export const TILL_EXTENSIONS = ['.csv', '.txt', '.dat', '.asc', '.prn', '.inv', '.imp'] as const;
/** `comma` and `point` write euros with two decimals, `cents` whole cents. */
export const TILL_DECIMALS = ['comma', 'point', 'cents'] as const;
export const TILL_DATES = ['dd.MM.yyyy', 'yyyy-MM-dd', 'yyyyMMdd'] as const;
/** `utf-8-bom` begins with the mark by which Excel knows UTF-8; `cp850` is what programs of DOS read in Germany. */
export const TILL_ENCODINGS = ['utf-8', 'utf-8-bom', 'windows-1252', 'cp850'] as const;
export type TillEncoding = (typeof TILL_ENCODINGS)[number];
/** An article without a price of the portal: a row with an empty price, a row with the marker, or no row. */
export const TILL_WITHDRAWN = ['empty', 'marker', 'omit'] as const;

export type TillColumn = {
  readonly field: TillField;
  /** Its text in the heading line. */
  readonly heading: string;
  /** Characters in a file of fixed widths, null in one with separators. */
  readonly width: number | null;
};

/** How a pharmacy's till wants its price file (rule 9.8). Plain data: it is stored, sent and chosen on the settings page. */
export type TillProfile = {
  /** With its dot. */
  readonly extension: string;
  readonly columns: readonly TillColumn[];
  /** null for columns of fixed widths. */
  readonly separator: (typeof TILL_SEPARATORS)[number] | null;
  /** True: the first line names the columns. */
  readonly heading: boolean;
  /** `eight` digits, or `short` without leading zeros. */
  readonly pzn: 'eight' | 'short';
  readonly decimals: (typeof TILL_DECIMALS)[number];
  readonly dates: (typeof TILL_DATES)[number];
  readonly encoding: TillEncoding;
  readonly lineEnd: 'crlf' | 'lf';
  readonly withdrawn: (typeof TILL_WITHDRAWN)[number];
  /** What the column `marker` holds of a withdrawn article; empty unless `withdrawn` is `marker`. */
  readonly marker: string;
};

const CSV: TillProfile = {
  extension: '.csv',
  columns: [
    { field: 'pzn', heading: 'PZN', width: null },
    { field: 'price', heading: 'VK', width: null },
  ],
  separator: ';',
  heading: true,
  pzn: 'eight',
  decimals: 'comma',
  dates: 'dd.MM.yyyy',
  encoding: 'utf-8',
  lineEnd: 'crlf',
  withdrawn: 'empty',
  marker: '',
};

/** The profiles that the portal knows by name (rule 9.2). */
export const TILL_PROFILES = {
  /** Heading `PZN;VK`, decimal comma; no price is an empty VK. */
  csv: CSV,
  /** 15 characters a line without heading: PZN, price in cents with leading zeros; no price is seven blanks. */
  fixed: {
    ...CSV,
    extension: '.txt',
    columns: [
      { field: 'pzn', heading: 'PZN', width: 8 },
      { field: 'price', heading: 'VK', width: 7 },
    ],
    separator: null,
    heading: false,
    decimals: 'cents',
  },
} as const satisfies Record<string, TillProfile>;
export type TillProfileName = keyof typeof TILL_PROFILES;

/** True for an ending that a price file may have, in any letter case. */
export function isTillExtension(extension: string): boolean {
  return TILL_EXTENSIONS.some((known) => known === extension.toLowerCase());
}

/** True for the name of a known profile. */
export function isTillProfileName(name: string): name is TillProfileName {
  return Object.hasOwn(TILL_PROFILES, name);
}
