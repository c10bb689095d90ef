/** Each at most once. */
export const TILL_FIELDS = ['pzn', 'price', 'avp', 'type', 'name', 'group', 'validFrom', 'marker'] as const;
export type TillField = (typeof TILL_FIELDS)[number];

export const TILL_SEPARATORS = [';', ',', '\t', '|'] as const;
/** Not executable (rule 9.10). */
export const TILL_EXTENSIONS = ['.csv', '.txt', '.dat', '.asc', '.prn', '.inv', '.imp'] as const;
/** `comma` and `point`: euros, two decimals. */
export const TILL_DECIMALS = ['comma', 'point', 'cents'] as const;
export const TILL_DATES = ['dd.MM.yyyy', 'yyyy-MM-dd', 'yyyyMMdd'] as const;
/** `utf-8-bom` for Excel, `cp850` for DOS programs. */
export const TILL_ENCODINGS = ['utf-8', 'utf-8-bom', 'windows-1252', 'cp850'] as const;
export type TillEncoding = (typeof TILL_ENCODINGS)[number];
/** An empty price, the marker, or no row. */
export const TILL_WITHDRAWN = ['empty', 'marker', 'omit'] as const;

/** As the last line, or as a companion (rules 9.40 and 9.41). */
export const TILL_TOTALS = ['sumLine', 'countLine', 'sumFile', 'countFile', 'numbersFile'] as const;
export type TillTotals = (typeof TILL_TOTALS)[number];

export type TillColumn = {
  readonly field: TillField;
  readonly heading: string;
  /** Characters; null with separators. */
  readonly width: number | null;
};

/** Rule 9.8. */
export type TillProfile = {
  readonly extension: string;
  readonly columns: readonly TillColumn[];
  /** null: fixed widths. */
  readonly separator: (typeof TILL_SEPARATORS)[number] | null;
  readonly heading: boolean;
  /** `short`: without leading zeros. */
  readonly pzn: 'eight' | 'short';
  readonly decimals: (typeof TILL_DECIMALS)[number];
  readonly dates: (typeof TILL_DATES)[number];
  readonly encoding: TillEncoding;
  readonly lineEnd: 'crlf' | 'lf';
  readonly withdrawn: (typeof TILL_WITHDRAWN)[number];
  /** Empty unless `withdrawn` is `marker`. */
  readonly marker: string;
  /** Absent: none. */
  readonly totals?: TillTotals | undefined;
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

/** Rule 9.2. */
export const TILL_PROFILES = {
  /** `PZN;VK`; no price is an empty VK. */
  csv: CSV,
  /** 15 characters, no heading; no price is seven blanks. */
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

export function isTillExtension(extension: string): boolean {
  return TILL_EXTENSIONS.some((known) => known === extension.toLowerCase());
}

export function isTillProfileName(name: string): name is TillProfileName {
  return Object.hasOwn(TILL_PROFILES, name);
}
