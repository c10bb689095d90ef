import type { Certificate, DeliveryDoubtAnswer, Leaving } from '@portal/contracts';
import type {
  DeliveryColour,
  DeliveryFigures,
  DeliveryState,
  ProductGroup,
  ResetChoice,
  UpdateKind,
} from '@portal/rules';
import type { Deps } from '../../deps.ts';
import type { PackageReport } from '../../files/package-rows.ts';
import type { StatedContent } from '../../files/stated-content.ts';
import type { PortalError } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';

export type LeftOut = { line: number; pzn: string; reason: string };
export type KnownState = { readonly state: DeliveryState; readonly text: string };

export type StagedFile = { readonly path: string; readonly stated?: StatedContent | undefined };

export type StagedRows = {
  readonly rows: number;
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
  readonly headings: PackageReport['headings'];
  readonly isOpen: boolean;
};

/** Left out since they belong to another group, or to no list. */
export type ForeignRows = { readonly otherGroup: number; readonly notListed: number };

export type CheckedArrival = {
  readonly certificate: Certificate;
  readonly doubts: DeliveryDoubtAnswer[];
  /** Stored with the package, for its screens and for later deliveries. */
  readonly arrival: {
    readonly colour: DeliveryColour;
    readonly figures: DeliveryFigures;
    readonly doubts: readonly DeliveryDoubtAnswer[];
    /** Staff took it in in spite of its certificate: it is not doubted (rule 20.17). */
    readonly takenByHand?: true | undefined;
  };
};

export type Delivery = {
  readonly kind: UpdateKind;
  /** The pharmacy whose list it is; never a mirror. */
  readonly apoId: number;
  readonly group: ProductGroup;
  readonly file: StagedFile & { readonly name: string };
  /** LZD only; by default by whether the list is empty. */
  readonly resetChoice?: ResetChoice | undefined;
  /** Deliveries of the pricing engine. */
  readonly once: boolean;
  /** Thrown after window and state. */
  readonly nameIssue?: PortalError | undefined;
  readonly changesProducts: boolean;
  /** A person takes it in in spite of its certificate (rule 20.12). */
  readonly takesRed?: boolean;
  /** One that was refused before. */
  readonly refused?: { readonly id: number; readonly reason: string };
  readonly actor: Actor;
};

export type IntakeDeps = Pick<Deps, 'database' | 'clock' | 'config'>;

export type TakenIn = {
  id: number;
  rows: number;
  leftOut: LeftOut[];
  /** German sentences on how the file was read. */
  notes: readonly string[];
  approved: boolean;
  known: KnownState | null;
  leaving: Leaving | null;
  doubts: DeliveryDoubtAnswer[];
  certificate: Certificate | null;
};
