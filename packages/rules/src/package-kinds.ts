/** Monthly price update, quarterly new products, first or recalculation list (rule 6.1). */
export const UPDATE_KINDS = ['MDP', 'QDP', 'LZD'] as const;
export type UpdateKind = (typeof UPDATE_KINDS)[number];

/** How the portal treats a kind of package. Code asks for a property, not for the name of a kind. */
export type PackageKind = {
  /** Approval adds products that are not on the list; without it their rows are left out (rules 6.3 and 6.15). */
  readonly addsProducts: boolean;
  /** Approval replaces an own price without an edit by the calculated one (rule 6.14). */
  readonly endsOwnPrices: boolean;
  /** It calculates a whole list: a choice resets or updates it, and an empty one gets its first calculation (rules 6.5 and 6.24). */
  readonly mayResetList: boolean;
  /** Refused in the block window and while its group has an open package that is not uploaded (rules 6.4 and 7.6). */
  readonly isUploaded: boolean;
  /** Staff release it before the pharmacy sees it and anybody approves it (rules 2.13 and 6.19). */
  readonly needsRelease: boolean;
  /** The times of its steps are stored and shown to staff (rule 6.28). */
  readonly tracksSteps: boolean;
  /** Locks its whole list while it is open; without it only its products (rule 4.6). */
  readonly blocksList: boolean;
  /** Approval activates the contract and the pharmacy (rule 6.20). */
  readonly activatesContract: boolean;
  /** Sort order and filter are saved with its drafts (rule 6.11). */
  readonly savesView: boolean;
  /** Approval sends every row, as its call is specified; without it only touched ones. */
  readonly sendsAllRows: boolean;
  /** Its screen stays open after saving and approving (rules 6.11 and 6.17). */
  readonly staysOpen: boolean;
  /** What happens when nobody acts; null: it waits for a person (rule 7.5). */
  readonly clock: {
    /** The field of a list with its approval flag (rules 7.2 and 7.3). */
    readonly flag: 'flag' | 'qdpFlag';
    /** Under the flags 0, 1 and 2 (rules 7.2 and 7.3). */
    readonly actions: readonly [FlagAction, FlagAction, FlagAction];
    /** The end of the fifth day (rule 7.2) or the start of the 22nd or 23rd (rules 7.3 and 7.9). */
    readonly deadline: 'fifthDay' | 'dayOfMonth';
  } | null;
  /** Tag of an own price on its screen (rule 3.3). */
  readonly ownPriceTag: 'E' | 'M';
  /** How names of its files begin, in any letter case (rules 6.4 and 10.6). */
  readonly fileMarker: string;
  /** Its German name in histories and mails; `first`: of a first calculation (rule 6.24). */
  readonly german: { readonly article: 'das' | 'die'; readonly noun: string; readonly first?: string };
};

type FlagAction = 'approve' | 'delete' | 'atOnce' | 'never';

/** The one record of what distinguishes kinds of packages. */
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
    clock: null,
    ownPriceTag: 'M',
    fileMarker: 'ZumDurchsehen',
    german: { article: 'die', noun: 'Neuberechnung', first: 'Erstberechnung' },
  },
} as const satisfies Record<UpdateKind, PackageKind>;

type Kinds = typeof PACKAGE_KINDS;
/** A kind that an approval flag decides over. */
export type FlagKind = { [Kind in UpdateKind]: Kinds[Kind]['clock'] extends null ? never : Kind }[UpdateKind];
/** A property that a kind has or lacks. */
export type KindProperty =
  | { [Name in keyof PackageKind]: PackageKind[Name] extends boolean ? Name : never }[keyof PackageKind]
  | 'clock';

/** The kinds that have a property, in the order of `UPDATE_KINDS`. */
export function kindsWith(property: KindProperty): UpdateKind[] {
  return UPDATE_KINDS.filter((kind) => Boolean(PACKAGE_KINDS[kind][property]));
}

/** True for kinds that an approval flag decides over (rules 7.2, 7.3 and 7.5). */
export function hasApprovalFlag(kind: UpdateKind): kind is FlagKind {
  return PACKAGE_KINDS[kind].clock !== null;
}
export const FLAG_KINDS = UPDATE_KINDS.filter(hasApprovalFlag);

/** The flag of a list that decides over a kind of package; null for a kind that waits for a person (rule 7.5). */
export function approvalFlagOf<Flag>(kind: FlagKind, list: Record<'flag' | 'qdpFlag', Flag>): Flag;
export function approvalFlagOf<Flag>(kind: UpdateKind, list: Record<'flag' | 'qdpFlag', Flag>): Flag | null;
export function approvalFlagOf<Flag>(kind: UpdateKind, list: Record<'flag' | 'qdpFlag', Flag>): Flag | null {
  const { clock } = PACKAGE_KINDS[kind];
  return clock && list[clock.flag];
}

/** LZD choice: 0 resets the list and loads the new one, 1 updates it and adds new products (rule 6.5). */
export type ResetChoice = 0 | 1;

/** True when approval replaces the whole list (rule 6.5). */
export function resetsList({ kind, resetChoice }: { kind: UpdateKind; resetChoice: ResetChoice | null }): boolean {
  return PACKAGE_KINDS[kind].mayResetList && resetChoice === 0;
}

/** True once the pharmacy may see a package and anybody may approve it (rule 6.19). */
export function isReleased(update: { kind: UpdateKind; status: number; readyForApproval: boolean }): boolean {
  return !PACKAGE_KINDS[update.kind].needsRelease || update.status > 0 || update.readyForApproval;
}

/** The German name of a package with its article, as 'das', 'Monatsupdate' (rule 6.24). */
export function packageName(update: { kind: UpdateKind; firstCalculation: boolean }): {
  article: string;
  noun: string;
} {
  const { article, noun, first }: PackageKind['german'] = PACKAGE_KINDS[update.kind].german;
  return { article, noun: (update.firstCalculation && first) || noun };
}
