import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson, type Person } from '../people.ts';
import { confirmFile, downloadFile, fetchFile, type Wanted } from '../rules/files.ts';
import { FILE_CONTENTS, type Group, GROUPS, pharmacyOf, type PriceFile, type World } from '../state.ts';
import { anyCaller, anyDetour, anyPharmacy, type Caller, personFor, throughPharmacy } from './picks.ts';

type Download = Wanted & { caller: Caller; pharmacy: number };

/** Somebody downloads prices for the till. */
export class DownloadFile implements Step {
  readonly data: Download;
  constructor(data: Download) {
    this.data = data;
  }
  private person(world: World): Person {
    return personFor(world, this.data.caller, this.data.pharmacy);
  }
  applies = () => true;
  describe(world: World) {
    const { pharmacy, groups, contents } = this.data;
    return `${describePerson(this.person(world))} downloads ${contents} of ${groups.join(' and ')} of ${pharmacy}`;
  }
  request(world: World): Request {
    const { pharmacy, groups, contents } = this.data;
    const path = `/api/price/clientpricelistdownload/${addressOf(pharmacyOf(world, pharmacy))}`;
    // As specified the call names no contents.
    const body = { productGroups: groups, ...(contents === 'list' ? {} : { contents }) };
    return { as: this.person(world), method: 'POST', path, body };
  }
  rule(world: World): Outcome {
    return downloadFile(world, this.person(world), this.data.pharmacy, this.data);
  }
}

const ACTIONS = ['confirm', 'take back', 'fetch'] as const;
/** `pick` counts from the last file; `index` from the first. */
type OfFile = {
  action: (typeof ACTIONS)[number];
  caller: Caller;
  pick: number;
  index?: number;
  detour: number;
  /** What the till is said to report; the difference to what the file holds. */
  reports: number | null;
  despite: boolean;
};

/** Somebody says that a file is in the till, or is not, or has it once more. */
export class FileStep implements Step {
  readonly data: OfFile;
  constructor(data: OfFile) {
    this.data = data;
  }
  private found(world: World) {
    const { files } = world;
    const at = this.data.index ?? files.length - 1 - (this.data.pick % Math.max(1, Math.min(files.length, 5)));
    const file = files[at] as PriceFile;
    const pharmacy = throughPharmacy(world, file.pharmacy, this.data.detour);
    return { at, file, pharmacy, person: personFor(world, this.data.caller, pharmacy) };
  }
  applies = ({ files }: World) => files.length > 0;
  tied = (world: World) => new FileStep({ ...this.data, index: this.found(world).at });
  private word(file: PriceFile) {
    const { action, reports, despite } = this.data;
    const count = reports === null ? null : Math.max(0, Object.keys(file.rows).length + reports);
    return { loaded: action === 'confirm', count: action === 'confirm' ? count : null, despite };
  }
  describe(world: World) {
    const { at, file, pharmacy, person } = this.found(world);
    const { count, despite } = this.word(file);
    return `${describePerson(person)} ${this.data.action}s file #${at} of step ${file.step} of ${file.pharmacy} through ${pharmacy}${count === null ? '' : `, the till has ${count}`}${despite ? ', despite' : ''}`;
  }
  request(world: World): Request {
    const { file, pharmacy, person: as } = this.found(world);
    const path = `/api/price/tillfiles/${addressOf(pharmacyOf(world, pharmacy))}/${file.id}`;
    return this.data.action === 'fetch'
      ? { as, method: 'GET', path }
      : { as, method: 'PUT', path, body: this.word(file) };
  }
  rule(world: World): Outcome {
    const { at, file, pharmacy, person } = this.found(world);
    if (this.data.action === 'fetch') return fetchFile(world, person, pharmacy, at);
    return confirmFile(world, person, { pharmacy, at, ...this.word(file) });
  }
}

const anyGroups: fc.Arbitrary<Group[]> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Group[]>([...GROUPS]) },
  { weight: 2, arbitrary: fc.constant<Group[]>(['OTC']) },
  { weight: 1, arbitrary: fc.shuffledSubarray([...GROUPS], { minLength: 1 }) },
);

export const downloadStep = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      caller: anyCaller,
      pharmacy: anyPharmacy(pharmacies),
      groups: anyGroups,
      contents: fc.constantFrom(...FILE_CONTENTS),
    })
    .map((data) => new DownloadFile(data));

const anyReport = fc.oneof(
  { weight: 5, arbitrary: fc.constant(null) },
  { weight: 3, arbitrary: fc.constantFrom(0, 0, -1, 2) },
);
export const fileStep: fc.Arbitrary<Step> = fc
  .record({
    action: fc.constantFrom<OfFile['action']>('confirm', 'confirm', 'confirm', 'take back', 'fetch'),
    caller: anyCaller,
    pick: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(4) }),
    detour: anyDetour,
    reports: anyReport,
    despite: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) }),
  })
  .map((data) => new FileStep(data));
