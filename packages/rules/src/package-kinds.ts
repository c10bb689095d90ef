/** Rule 6.1. */
export const UPDATE_KINDS = ['MDP', 'QDP', 'LZD'] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

/** Code asks for properties, not names. */
export type PackageKind = {
  /** Approval adds products to the list (rules 6.3 and 6.15). */
  readonly addsProducts: boolean;
  /** Approval ends own prices (rule 6.14). */
  readonly endsOwnPrices: boolean;
  /** A choice resets or updates the list (rules 6.5 and 6.24). */
  readonly mayResetList: boolean;
  /** Refused in the block window (rules 6.4 and 7.6). */
  readonly isUploaded: boolean;
  /** Rules 2.13 and 6.19. */
  readonly needsRelease: boolean;
  /** Rule 6.28. */
  readonly tracksSteps: boolean;
  /** Else only its products are locked (rule 4.6). */
  readonly blocksList: boolean;
  /** Rule 6.20. */
  readonly activatesContract: boolean;
  readonly savesView: boolean;
  /** Else only touched rows. */
  readonly sendsAllRows: boolean;
  /** Rules 6.11 and 6.17. */
  readonly staysOpen: boolean;
  /** Rule 6.29. */
  readonly isDivided: boolean;
  /** null: waits for a person (rule 7.5). */
  readonly clock: {
    readonly flag: 'flag' | 'qdpFlag';
    /** Under the flags 0, 1 and 2. */
    readonly actions: readonly [FlagAction, FlagAction, FlagAction];
    /** Rules 7.2, 7.3 and 7.9. */
    readonly deadline: 'fifthDay' | 'dayOfMonth';
  } | null;
  /** Rule 3.3. */
  readonly ownPriceTag: 'E' | 'M';
  /** Rules 6.4 and 10.6. */
  readonly fileMarker: string;
  /** `first`: of a first calculation (rule 6.24). */
  readonly german: { readonly article: 'das' | 'die'; readonly noun: string; readonly first?: string };
};

type FlagAction = 'approve' | 'delete' | 'atOnce' | 'never';

export const PACKAGE_KINDS = {
  MDP: {
    addsProducts: false,
    endsOwnPrices: true,
    mayResetList: false,
    isUploaded: false,
    needsRelease: false,
    tracksSteps: false,
    blocksList: false,
    activatesContract: false,
    savesView: false,
    sendsAllRows: false,
    staysOpen: false,
    isDivided: true,
    clock: { flag: 'flag', actions: ['approve', 'atOnce', 'never'], deadline: 'fifthDay' },
    ownPriceTag: 'E',
    fileMarker: 'MDP',
    german: { article: 'das', noun: 'Monatsupdate' },
  },
  QDP: {
    addsProducts: true,
    endsOwnPrices: false,
    mayResetList: false,
    isUploaded: false,
    needsRelease: false,
    tracksSteps: false,
    blocksList: false,
    activatesContract: false,
    savesView: false,
    sendsAllRows: false,
    staysOpen: false,
    isDivided: true,
    clock: { flag: 'qdpFlag', actions: ['delete', 'approve', 'atOnce'], deadline: 'dayOfMonth' },
    ownPriceTag: 'M',
    fileMarker: 'QDP',
    german: { article: 'das', noun: 'Quartalsupdate' },
  },
  LZD: {
    addsProducts: true,
    endsOwnPrices: false,
    mayResetList: true,
    isUploaded: true,
    needsRelease: true,
    tracksSteps: true,
    blocksList: true,
    activatesContract: true,
    savesView: true,
    sendsAllRows: true,
    staysOpen: true,
    isDivided: false,
    clock: null,
    ownPriceTag: 'M',
    fileMarker: 'ZumDurchsehen',
    german: { article: 'die', noun: 'Neuberechnung', first: 'Erstberechnung' },
  },
} as const satisfies Record<UpdateKind, PackageKind>;

type Kinds = typeof PACKAGE_KINDS;
export type FlagKind = { [Kind in UpdateKind]: Kinds[Kind]['clock'] extends null ? never : Kind }[UpdateKind];
export type KindProperty =
  | { [Name in keyof PackageKind]: PackageKind[Name] extends boolean ? Name : never }[keyof PackageKind]
  | 'clock';

/** In the order of `UPDATE_KINDS`. */
export function kindsWith(property: KindProperty): UpdateKind[] {
  return UPDATE_KINDS.filter((kind) => Boolean(PACKAGE_KINDS[kind][property]));
}

/** An approval flag decides over it (rules 7.2, 7.3 and 7.5). */
export function hasApprovalFlag(kind: UpdateKind): kind is FlagKind {
  return PACKAGE_KINDS[kind].clock !== null;
}
export const FLAG_KINDS = UPDATE_KINDS.filter(hasApprovalFlag);

/** null: waits for a person (rule 7.5). */
export function approvalFlagOf<Flag>(kind: FlagKind, list: Record<'flag' | 'qdpFlag', Flag>): Flag;
export function approvalFlagOf<Flag>(kind: UpdateKind, list: Record<'flag' | 'qdpFlag', Flag>): Flag | null;
export function approvalFlagOf<Flag>(kind: UpdateKind, list: Record<'flag' | 'qdpFlag', Flag>): Flag | null {
  const { clock } = PACKAGE_KINDS[kind];
  return clock && list[clock.flag];
}

/** 0 resets the list, 1 updates it (rule 6.5). */
export type ResetChoice = 0 | 1;

/** Approval replaces the whole list (rule 6.5). */
export function resetsList({ kind, resetChoice }: { kind: UpdateKind; resetChoice: ResetChoice | null }): boolean {
  return PACKAGE_KINDS[kind].mayResetList && resetChoice === 0;
}

/** May be seen and approved (rule 6.19). */
export function isReleased(update: { kind: UpdateKind; status: number; readyForApproval: boolean }): boolean {
  return !PACKAGE_KINDS[update.kind].needsRelease || update.status > 0 || update.readyForApproval;
}

/** German with its article: 'das', 'Monatsupdate' (rule 6.24). */
export function packageName(update: { kind: UpdateKind; firstCalculation: boolean }): {
  article: string;
  noun: string;
} {
  const { article, noun, first }: PackageKind['german'] = PACKAGE_KINDS[update.kind].german;
  return { article, noun: (update.firstCalculation && first) || noun };
}
