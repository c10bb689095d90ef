import fc from 'fast-check';
import type { Outcome, Request, Step } from '../outcome.ts';
import { addressOf, describePerson } from '../people.ts';
import { endPeriods } from '../rules/end-periods.ts';
import { type Named, openPeriods } from '../rules/periods.ts';
import { previewUndo, type Preview, takeBackSave } from '../rules/undo.ts';
import { pharmacyOf, type World } from '../state.ts';
import { anyCaller, anyPharmacy, type Caller, personFor, staffMostly } from './picks.ts';

/** Somebody ends some of what runs or comes. */
export class EndPeriods implements Step {
  readonly data: { pharmacy: number; caller: Caller; picks: number[] };
  private readonly named: readonly Named[] | undefined;
  constructor(data: EndPeriods['data'], named?: readonly Named[]) {
    this.data = data;
    this.named = named;
  }
  private found(world: World): readonly Named[] {
    if (this.named) return this.named;
    const open = openPeriods(world, this.data.pharmacy);
    return [...new Set(this.data.picks.map((pick) => pick % Math.max(1, open.length)))].flatMap((at) => open[at] ?? []);
  }
  applies = (world: World) => this.found(world).length > 0;
  tied = (world: World) => new EndPeriods(this.data, this.found(world));
  describe = (world: World) =>
    `${describePerson(personFor(world, this.data.caller, this.data.pharmacy))} ends at ${this.data.pharmacy}: ${this.found(
      world,
    )
      .map(({ pzn, from }) => `p${world.pzns.indexOf(pzn)}${from === null ? '' : ` from ${from}`}`)
      .join(', ')}`;
  request(world: World): Request {
    const { caller, pharmacy } = this.data;
    const { periodIds } = pharmacyOf(world, pharmacy);
    const ids = this.found(world).map(({ pzn, from }) => periodIds[`${pzn} ${from ?? 'runs'}`] ?? 2_000_000_000);
    const path = `/api/price/periods/${addressOf(pharmacyOf(world, pharmacy))}/end`;
    return { as: personFor(world, caller, pharmacy), method: 'POST', path, body: { ids } };
  }
  rule(world: World): Outcome {
    const { caller, pharmacy } = this.data;
    const open = new Set(openPeriods(world, pharmacy).map(({ pzn, from }) => `${pzn} ${from}`));
    // Another step of a race may have ended one.
    const named = this.found(world).filter(({ pzn, from }) => open.has(`${pzn} ${from}`));
    return endPeriods(world, personFor(world, caller, pharmacy), pharmacy, named);
  }
}

/** Staff looks at what taking back one of the last saves would do. */
export class SeeUndo implements Step {
  readonly data: { pharmacy: number; caller: Caller; pick: number };
  constructor(data: SeeUndo['data']) {
    this.data = data;
  }
  private at(world: World): number {
    const { saves } = pharmacyOf(world, this.data.pharmacy);
    return saves.length - 1 - (this.data.pick % Math.max(1, Math.min(saves.length, 4)));
  }
  applies = (world: World) => pharmacyOf(world, this.data.pharmacy).saves.length > 0;
  describe = (world: World) =>
    `${describePerson(personFor(world, this.data.caller, this.data.pharmacy))} sees what taking back the save of step ${pharmacyOf(world, this.data.pharmacy).saves[this.at(world)]?.step} of ${this.data.pharmacy} does`;
  request(world: World): Request {
    const { caller, pharmacy } = this.data;
    const found = pharmacyOf(world, pharmacy);
    const path = `/api/price/undo/${addressOf(found)}/${found.saves[this.at(world)]?.id}`;
    return { as: personFor(world, caller, pharmacy), method: 'GET', path };
  }
  rule(world: World): Outcome {
    const { caller, pharmacy } = this.data;
    return previewUndo(world, personFor(world, caller, pharmacy), pharmacy, this.at(world));
  }
}

/** Somebody of staff takes a save back as a preview on screen says, which may be an old one. */
export class TakeBackSave implements Step {
  readonly data: { caller: Caller; pick: number };
  private readonly preview: Preview | undefined;
  constructor(data: TakeBackSave['data'], preview?: Preview) {
    this.data = data;
    this.preview = preview;
  }
  private found({ previews }: World): Preview {
    return this.preview ?? (previews.at(-1 - (this.data.pick % Math.max(1, Math.min(previews.length, 3)))) as Preview);
  }
  applies = (world: World) => world.previews.length > 0;
  tied = (world: World) => new TakeBackSave(this.data, this.found(world));
  private step(world: World) {
    const { pharmacy, save } = this.found(world);
    return pharmacyOf(world, pharmacy).saves[save];
  }
  describe = (world: World) =>
    `${describePerson(personFor(world, this.data.caller, this.found(world).pharmacy))} takes back the save of step ${this.step(world)?.step} of ${this.found(world).pharmacy}`;
  request(world: World): Request {
    const { pharmacy, preview } = this.found(world);
    const path = `/api/price/undo/${addressOf(pharmacyOf(world, pharmacy))}/${this.step(world)?.id}`;
    return { as: personFor(world, this.data.caller, pharmacy), method: 'POST', path, body: { preview } };
  }
  rule(world: World): Outcome {
    const found = this.found(world);
    return takeBackSave(world, personFor(world, this.data.caller, found.pharmacy), found);
  }
}

const someStaff = fc.constantFrom<Caller>('sales', 'admin');

export const endSomePeriods = (pharmacies: number): fc.Arbitrary<Step> =>
  fc
    .record({
      pharmacy: anyPharmacy(pharmacies),
      caller: anyCaller,
      picks: fc.array(fc.nat(20), { minLength: 1, maxLength: 3 }),
    })
    .map((data) => new EndPeriods(data));
export const seeUndo = (pharmacies: number): fc.Arbitrary<Step> =>
  fc.record({ pharmacy: anyPharmacy(pharmacies), caller: someStaff, pick: fc.nat(3) }).map((data) => new SeeUndo(data));
export const takeBackSomeSave: fc.Arbitrary<Step> = fc
  .record({ caller: staffMostly, pick: fc.nat(2) })
  .map((data) => new TakeBackSave(data));
