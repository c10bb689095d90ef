export type SettingField = {
  /** null: none, which `null` on the wire and an empty input mean. */
  readonly initial: number | boolean | null;
  readonly column?: string;
} & (
  | {
      /** A whole number. */
      readonly holds: 'number';
      readonly min: number;
      readonly max: number;
      readonly unit?: string;
      readonly says: (value: number) => string;
    }
  | { readonly holds: 'choice'; readonly choices: Readonly<Record<number, string>>; readonly refusal?: string }
  | { readonly holds: 'switch'; readonly says: string }
);

/** Fields that are saved together. */
export type SettingDeclaration = {
  /** A row of `pharmacy`, or of `list_version`. */
  readonly scope: 'pharmacy' | 'group';
  /** One column for all fields. */
  readonly json?: string;
  /** By default declared in the contract. */
  readonly call?: { readonly id: string; readonly path: string; readonly summary: string };
  /** In the history, with what is set, or `none`. */
  readonly event: string;
  readonly none: string;
  readonly fields: Readonly<Record<string, SettingField>>;
};

const percent = <Max extends number>(max: Max, says: (value: number) => string) =>
  ({ holds: 'number', initial: null, min: 0, max, unit: '%', says }) as const;

/** In the order of the screen. Contract, storage, history entry and form follow from it (docs/development.md). */
export const SETTINGS = {
  /** Rule 7.2. */
  flag: {
    scope: 'group',
    event: 'Freigabe der Monatsupdates geändert',
    none: '',
    fields: {
      flag: {
        holds: 'choice',
        initial: 0,
        column: 'flag',
        choices: {
          0: 'Manuelle Freigabe, nach 5 Tagen automatisch',
          1: 'Sofort automatisch, ohne manuelle Freigabe',
          2: 'Nur manuelle Freigabe',
        },
      },
    },
  },
  /** Rule 7.3. */
  qdpFlag: {
    scope: 'group',
    event: 'Freigabe der Quartalsupdates geändert',
    none: '',
    fields: {
      qdpFlag: {
        holds: 'choice',
        initial: 0,
        column: 'qdp_flag',
        choices: {
          0: 'Manuelle Freigabe, sonst Löschung am 23. des Monats',
          1: 'Manuelle Freigabe, am 22. des Monats automatisch',
          2: 'Sofort automatisch, ohne manuelle Freigabe',
        },
      },
    },
  },
  /** Rules 12.6 and 12.7. */
  guardrails: {
    scope: 'group',
    json: 'guardrails',
    call: { id: 'setGuardrails', path: 'guardrails', summary: 'Sets the guardrails of a product group' },
    event: 'Leitplanken geändert',
    none: 'keine',
    fields: {
      /** Of the net price */
      minMarginPercent: percent(99, (value) => `Spanne mindestens ${value} %`),
      /** up or down */
      maxChangePercent: percent(1000, (value) => `Änderung höchstens ${value} %`),
      maxAboveAvpPercent: percent(1000, (value) => `höchstens ${value} % über AVP`),
      /** net */
      minAboveAepPercent: percent(1000, (value) => `netto mindestens ${value} % über AEP`),
      maxAboveUmfeldPercent: percent(1000, (value) => `höchstens ${value} % über Umfeld-Maximum`),
      maxBelowUmfeldPercent: percent(99, (value) => `höchstens ${value} % unter Umfeld-Minimum`),
      holdOnBreach: { holds: 'switch', initial: false, says: 'keine automatische Freigabe bei Verstoß' },
    },
  },
  /** Rule 19.1. */
  priceReview: {
    scope: 'pharmacy',
    call: {
      id: 'setReviewMonths',
      path: 'pricereview',
      summary: 'Sets after how many months permanent prices and exclusions are due for review; null: never',
    },
    event: 'Feste Preise wieder prüfen',
    none: 'nie',
    fields: {
      months: {
        holds: 'choice',
        initial: null,
        column: 'review_months',
        choices: { 6: 'nach 6 Monaten', 12: 'nach 12 Monaten', 24: 'nach 24 Monaten' },
        refusal: 'Erlaubt sind 6, 12 und 24 Monate.',
      },
    },
  },
} as const satisfies Readonly<Record<string, SettingDeclaration>>;
