/** What the model of the portal remembers. Amounts are integer cents, moments milliseconds since 1970. */
export const GROUPS = ['OTC', 'FREIWAHL', 'HILFSMITTEL'] as const;
export type Group = (typeof GROUPS)[number];
export const KINDS = ['MDP', 'QDP', 'LZD'] as const;
export type Kind = (typeof KINDS)[number];
export type Flag = 0 | 1 | 2;
/** 0 calculated, 1 exclusion, 2 own, 3 permanent (rule 3.2). */
export type PriceType = 0 | 1 | 2 | 3;

/** A price above a row, up to a day in Berlin; `since`: the step in which it began. */
export type Period = { price: number; until: number; since: number };
/** What is to begin on a day; without an end it enters price and type then. `ended`: the step in which it was given up. */
export type Coming = {
  pzn: string;
  from: number;
  to: number | null;
  price: number;
  type: PriceType;
  ended: number | null;
  /** The step in which it was entered by a save, or given back. */
  given?: number;
};

/** A product on a list: type and own price are those of the row beneath a period. */
export type Item = {
  type: PriceType;
  calculated: number | null;
  /** The own or permanent price; null under types 0 and 1. */
  own: number | null;
  /** What reached the till before the last change; null: nothing did. */
  before: number | null;
  /** In cents. */
  avp?: number | null;
  /** The step of the last change of price or type. */
  changed: number;
  period?: Period | undefined;
  /** The day in Berlin on which a fixed price is looked at again. */
  review?: number | null;
  /** Somebody has entered that day. */
  reminds?: boolean;
  /** Until the step is over: the day that was entered with the price in place of an end. */
  remind?: number;
  /** Until the step is over: it got back what it was. */
  cameBack?: boolean;
};

export type List = { items: Record<string, Item>; flag: Flag; qdpFlag: Flag; coming: Coming[] };

/** What somebody typed into a row of a package and kept for later. */
export type Draft = {
  price: number | null;
  permanent: boolean;
  ignore: boolean;
  /** The period that ran on its person's screen, by the step in which it began. */
  on?: number;
  /** The rule that wrote it. */
  rule?: Pick<Rule, 'key' | 'name'>;
};

/** A rule that stays (chapter 18): so many cents more, where the calculated price is at most a limit. */
export type Rule = {
  /** The step in which it was started. */
  key: number;
  /** The portal's number, once an answer has told it. */
  id: number;
  name: string;
  groups: Group[];
  cents: number;
  atMost: number | null;
  withoutReview: boolean;
  /** Its last day in Berlin. */
  endsOn: string | null;
};

export type Due = { at: number; action: 'approve' | 'delete' } | null;

export type Package = {
  /** The portal's number, once an answer has told it. */
  id: number;
  kind: Kind;
  pharmacy: number;
  group: Group;
  /** Name and content of the file; the same once more is the same delivery. */
  delivery: string;
  /** Its certificate is yellow, and nobody took it in. */
  doubted: boolean;
  /** What it says of known products and waits for staff; null: nothing does. */
  held: Package['learned'] | null;
  reset: boolean;
  /** The list was empty when it came. */
  first: boolean;
  /** Calculated prices by PZN. */
  rows: Record<string, number>;
  avps: Record<string, number>;
  drafts: Record<string, Draft>;
  /** The step in which a row's draft was last saved, changed or taken away. */
  touched: Record<string, number>;
  status: 'open' | 'approved' | 'deleted';
  /** Who or what deleted it. */
  deletedBy: 'staff' | 'clock' | 'newer' | null;
  released: boolean;
  arrivedAt: number;
  reopenedAt: number | null;
  due: Due;
  approver: string | null;
  /** The step of the approval, 0 without one. */
  approvedIn: number;
  /** Its place among all approvals: the clock makes several in a step. */
  rank: number;
  /** What the approval found at each product that it loaded or took off the list; null: not listed. */
  found: Record<string, Item | null>;
  /** The rows beneath periods as it left them, and the prices in force. */
  left: Record<string, (Pick<Item, 'type' | 'own'> & { price: number | null }) | null>;
  /** Products that it changed, as they were and became: deleting it gives that back. */
  learned: Record<string, { was: Product; now: Product }>;
  /** Rows that a part has approved before the rest, with its number and step. */
  parts: Record<string, { number: number; step: number }>;
};

export type SavedChange = { was: Item | null; is: Item | null };
/** The effective changes of one list in one step. */
export type Save = {
  /** The portal's number of its entry in the history. */
  id: number;
  group: Group;
  user: string;
  step: number;
  changes: Record<string, SavedChange>;
};

export type Product = {
  name: string;
  group: Group | null;
  /** Only a delivery that was doubted has told of it: later ones do not know it (rule 20.22). */
  doubtful?: boolean;
};

/** A delivery that its certificate refused (rule 20.10). */
export type Refused = {
  id: number;
  pharmacy: number;
  state: 'open' | 'taken' | 'refused' | 'closed' | 'forgotten';
  arrivedAt: number;
  byEngine: boolean;
  /** What is taken in once staff say so. */
  delivery: {
    kind: Kind;
    group: Group;
    file: string;
    rows: Record<string, number>;
    avps: Record<string, number>;
    product: string | null;
    reset: boolean | null;
  };
};

/** What an entry says of a package: which one, and what rules 6.1, 6.24, 6.31 and 17.5 want in words. */
export type About = {
  of: Package;
  part?: number;
  by?: Package;
  nothing?: 'loaded' | 'changed' | null;
  lost?: number;
  names?: true;
};

export type HistoryLine = {
  user: string;
  hasLog: boolean;
  about: Omit<About, 'of' | 'by'> & { of?: number; by?: number };
};

export type Pharmacy = {
  /** Number of the seed; apoId and crmCompanyId follow from it. */
  apoId: number;
  crmId: number;
  token: string;
  country: 'DE' | 'AT';
  pilot: boolean;
  /** 0 ordered, 1 active, 3 cancelled */
  active: number;
  contract: number;
  access: boolean;
  emails: boolean;
  /** Index of the main pharmacy; null: this is no mirror. */
  parent: number | null;
  lists: Record<Group, List>;
  /** The step in which a product last changed on one of the lists, those included that have left them. */
  moved: Record<string, number>;
  /** Every step that moved an article. */
  movedAt: number[];
  /** The same without begins and ends of periods. */
  altered: Record<string, number>;
  /** The step in which a product's row beneath the periods last changed. */
  changedBeneath: Record<string, number>;
  /** Periods that have begun, with the steps between which they ran, but for those in which they had ended for a while. */
  ran: { pzn: string; since: number; until: number; ended: number | null; gaps: [ended: number, resumed: number][] }[];
  /** Which prices articles had, by moments in milliseconds. */
  courses: Record<
    string,
    {
      first: number | null;
      changes: { at: number; step: number; price: number | null; period: number | null }[];
      /** A period at the very price in force leaves no record. */
      isRecorded: boolean;
    }
  >;
  /** Prices that were taken back: the steps that set them and took them back. */
  takenBack: { pzn: string; price: number | null; set: number; back: number }[];
  /** What its till has said it loaded: whose list, the step whose prices it has, the one in which it said so, and whether that stands in the history. */
  loads: { list: number; of: number; said: number; isNoted: boolean }[];
  /** The steps in which an article left one of its own lists, by group and PZN. */
  left: Record<string, number[]>;
  /** The pharmacies that it was a mirror of, with the step of the parting and its `exchanges` before. */
  formerMains: { main: number; parted: number; exchanges: number }[];
  /** Saves of price lists, and what is taken back like them. */
  saves: Save[];
  /** The portal's numbers of open periods, by article and first day ('runs' for the one that runs). */
  periodIds: Record<string, number>;
  /** How often its lists were exchanged as a whole, by linking or parting. */
  exchanges: number;
  history: HistoryLine[];
  /** In their order. */
  rules: Rule[];
  /** After which fixed prices are looked at again; null: never. */
  reviewMonths: number | null;
};

/** What somebody has loaded and still has on screen: the versions the portal told, and the step they were loaded in. */
export type Screen = {
  pharmacy: number;
  group: Group;
  /** Index of the package, null for the price list. */
  package: number | null;
  /** Whose price list was shown. */
  list: number;
  step: number;
  version: number;
  listVersion: number;
};

export const FILE_CONTENTS = ['list', 'all', 'changes'] as const;
/** A price file for the till that somebody has downloaded (rule 9.16). */
export type PriceFile = {
  /** The portal's number, once the database has told it. */
  id: number;
  pharmacy: number;
  user: string;
  groups: Group[];
  contents: (typeof FILE_CONTENTS)[number];
  /** By PZN; null: without a price. */
  rows: Record<string, number | null>;
  /** The step of the download, with the pharmacy's `exchanges` then, and whose list it is. */
  step: number;
  exchanges: number;
  list: number;
  /** All prices in force then, null for exclusions. */
  listed: Record<Group, Record<string, number | null>>;
  /** Of changes: the steps of the files they build upon. */
  since: Partial<Record<Group, number>>;
  /** The step in which it was last said to be in the till, and by whom. */
  loaded: { step: number; user: string } | null;
  /** How many articles the till has loaded, by what was said. */
  reported: number | null;
};

/** What a till has loaded so far, by its own bookkeeping. */
export type Till = {
  cursor: string | null;
  prices: Record<string, number>;
  /** The step in which it last asked, and the pharmacy's `exchanges` then. */
  pulled: { step: number; exchanges: number };
  /** The same of what it has said it loaded, with its cursor. */
  acknowledged: { step: number; exchanges: number; cursor: string | null; prices: Record<string, number> } | null;
  /** Articles it was sent since. */
  sent: string[];
  /** Articles whose rows it has lost or refused, though it was sent them. */
  lacks: string[];
  /** What the portal knows it refuses. */
  refused: string[];
  /** What it last said of all it holds. */
  differs: boolean;
};

export type World = {
  now: number;
  /** Number of the step under way, from 1. */
  step: number;
  pharmacies: Pharmacy[];
  packages: Package[];
  refused: Refused[];
  screens: Screen[];
  tills: Till[];
  files: PriceFile[];
  /** What taking a save back would do, as somebody has it on screen. */
  previews: { pharmacy: number; save: number; key: string; preview: string }[];
  pzns: readonly string[];
  /** Articles that only whole files for one list name. */
  bulk: readonly string[];
  /** The product master, shared by all pharmacies; the group is that of a delivery, null before the first. */
  products: Record<string, Product>;
};

/** The pharmacy whose lists, packages and flags somebody sees who looks at this one: a mirror shows those of its main pharmacy. */
export const shownOf = (world: World, pharmacy: number): number => world.pharmacies[pharmacy]?.parent ?? pharmacy;

export function pharmacyOf(world: World, index: number): Pharmacy {
  const found = world.pharmacies[index];
  if (!found) throw new Error(`the model has no pharmacy ${index}`);
  return found;
}

/** The step in which a row of a package was approved. */
export const approvedIn = (one: Package, pzn: string): number => one.parts[pzn]?.step ?? one.approvedIn;

export const openPackage = (world: World, pharmacy: number, group: Group, kind: Kind): Package | undefined =>
  world.packages.find(
    (one) => one.status === 'open' && one.pharmacy === pharmacy && one.group === group && one.kind === kind,
  );

/** The entry of a change of one list that can be taken back where it changed a price. */
export function writeSave(world: World, pharmacy: number, group: Group, user: string, hasLog: boolean): void {
  writeHistory(world, pharmacy, user, hasLog);
  if (hasLog) pharmacyOf(world, pharmacy).saves.push({ id: 0, group, user, step: world.step, changes: {} });
}

export function writeHistory(world: World, pharmacy: number, user: string, hasLog = false, about?: About): void {
  const { of, by, ...more } = about ?? {};
  const at = (one: Package) => world.packages.indexOf(one);
  const packages = { ...(of && { of: at(of) }), ...(by && { by: at(by) }) };
  pharmacyOf(world, pharmacy).history.push({ user, hasLog, about: { ...more, ...packages } });
}
