import fc from 'fast-check';
import { copyOf, type Outcome, refused, type Request, type Step } from '../outcome.ts';
import { addressOf, describePerson, type Person } from '../people.ts';
import { approve } from '../rules/approval.ts';
import { release, remove, reopen } from '../rules/closing.ts';
import { saveDrafts } from '../rules/drafts.ts';
import type { PackageEdit } from '../rules/package-rows.ts';
import { packageAt, partsOf } from '../rules/packages.ts';
import { approvePart, takeBackPart } from '../rules/parts.ts';
import { type Package, pharmacyOf, type World } from '../state.ts';
import {
  anyCaller,
  anyDetour,
  anyPrice,
  anyScreen,
  type Caller,
  euros,
  maybe,
  packageIndex,
  personFor,
  screenFor,
  staffMostly,
  throughPharmacy,
} from './picks.ts';

export type Edit = { row: number; price: number | null; permanent: boolean | null; ignore: boolean | null };
/** `pick` counts from the last package, of those that are open with `open`; `index` from the first. */
type Data = {
  caller: Caller;
  pick: number;
  index?: number;
  open?: boolean;
  detour: number;
  edits: Edit[];
  screen: number | null;
  seen: boolean;
};
export type Action = 'save' | 'approve' | 'part' | 'takeBack' | 'reopen' | 'delete' | 'release' | 'open';

/** One of the packages that are open. */
function openAt(world: World, { open, pick }: Data): number | undefined {
  if (!open) return undefined;
  const indices = [...world.packages.keys()].filter((index) => packageAt(world, index).status === 'open');
  return indices.at(-1 - (pick % Math.max(1, indices.length)));
}

/** One of the open packages that have been looked at. */
function onScreen(world: World, { seen, pick, screen }: Data): number | undefined {
  const shown = world.screens.flatMap((one) => (one.package === null ? [] : [one.package]));
  const open = shown.filter((index) => packageAt(world, index).status === 'open');
  return seen && screen !== null ? open.at(-1 - (pick % Math.max(1, open.length))) : undefined;
}

/** A package as a step finds it, with everything that goes into the call. */
function found(world: World, data: Data) {
  const index = data.index ?? openAt(world, data) ?? onScreen(world, data) ?? packageIndex(world, data.pick);
  const one = packageAt(world, index);
  const pharmacy = throughPharmacy(world, one.pharmacy, data.detour);
  const rows = Object.keys(one.rows);
  const edits: PackageEdit[] = data.edits.map(({ row, ...edit }) => ({
    ...edit,
    // One beyond the last is a product that the package does not have.
    pzn: rows[row % (rows.length + 1)] ?? (world.pzns[row % world.pzns.length] as string),
  }));
  const person: Person = personFor(world, data.caller, pharmacy);
  const screen = screenFor(world, data.screen, { pharmacy: one.pharmacy, group: one.group, package: index });
  return { index, one, pharmacy, edits, person, screen };
}

/** The latest part, or one that there is none of. */
function partNumber(one: Package, { detour }: Data): number {
  return (partsOf(one).at(-1)?.number ?? 1) + (detour > 3 ? 1 : 0);
}

/** Somebody does something to a package. */
export class PackageStep implements Step {
  readonly action: Action;
  readonly data: Data;
  constructor(action: Action, data: Data) {
    this.action = action;
    this.data = data;
  }
  applies = (world: World) =>
    world.packages.length > 0 && (this.action !== 'part' || found(world, this.data).screen !== null);
  tied = (world: World) => new PackageStep(this.action, { ...this.data, index: found(world, this.data).index });
  describe(world: World) {
    const { index, one, pharmacy, edits, person, screen } = found(world, this.data);
    const tick = (name: string, value: boolean | null) => (value === null ? '' : value ? ` ${name}` : ` not ${name}`);
    const rows = edits.map(
      ({ pzn, price, permanent, ignore }) =>
        `p${world.pzns.indexOf(pzn)} ${price ?? '–'}${tick('permanent', permanent)}${tick('ignore', ignore)}`,
    );
    const what = this.action === 'save' || this.action === 'approve' ? `: ${rows.join(', ') || 'no rows'}` : '';
    const seen = screen && what ? ` (loaded in step ${screen.step})` : '';
    return `${describePerson(person)} ${this.action}s ${one.kind} #${index} (${one.group} of ${one.pharmacy}) through ${pharmacy}${what}${seen}`;
  }
  request(world: World): Request {
    const { one, pharmacy, edits, person, screen } = found(world, this.data);
    const address = addressOf(pharmacyOf(world, pharmacy));
    const kind = one.kind.toLowerCase();
    const products = edits.map(({ pzn, price, permanent, ignore }) => ({
      pzn,
      editedPrice: price === null ? null : euros(price),
      editedPermanent: permanent,
      editedIgnore: ignore,
    }));
    const versions = screen ? { version: screen.version, listVersion: screen.listVersion } : {};
    const tail = `${kind}/${address}/${one.id}/${one.group}`;
    const as = person;
    switch (this.action) {
      case 'save':
        return { as, method: 'PUT', path: `/api/price/save/${tail}`, body: { products, ...versions } };
      case 'approve':
        return { as, method: 'PUT', path: `/api/price/approve/${tail}`, body: { products, ...versions } };
      case 'part':
        return {
          as,
          method: 'PUT',
          path: `/api/price/approvepart/${tail}`,
          body: { pzns: Object.keys(one.rows), version: 0, listVersion: 0, ...versions },
        };
      case 'takeBack':
        return { as, method: 'DELETE', path: `/api/price/approvepart/${tail}/${partNumber(one, this.data)}` };
      case 'reopen':
        return { as, method: 'DELETE', path: `/api/price/approve/${tail}` };
      case 'delete':
        return { as, method: 'DELETE', path: `/api/price/${kind}/${one.id}/${address}` };
      case 'release':
        return {
          as,
          method: 'POST',
          path: `/api/price/initapproval/lzd/${pharmacyOf(world, pharmacy).apoId}/${one.id}`,
        };
      case 'open':
        return { as, method: 'GET', path: `/api/price/${tail}` };
    }
  }
  rule(world: World): Outcome {
    const { index, pharmacy, edits, person, screen, one } = found(world, this.data);
    switch (this.action) {
      case 'save':
        return saveDrafts(world, person, { pharmacy, index, edits, screen });
      case 'approve':
        return approve(world, person, { pharmacy, index, edits, screen });
      case 'part':
        // Another step of a race may have come before; the screen stays.
        return screen ? approvePart(world, person, { pharmacy, index, screen }) : refused(world, 409);
      case 'takeBack':
        return takeBackPart(world, person, { pharmacy, index, number: partNumber(one, this.data) });
      case 'reopen':
        return reopen(world, person, pharmacy, index);
      case 'delete':
        return remove(world, person, pharmacy, index);
      case 'release':
        return release(world, person, pharmacy, index);
      case 'open':
        return open(world, index, one);
    }
  }
}

/** Staff opens a package and leaves it on screen. */
function open(world: World, index: number, one: Package): Outcome {
  if (pharmacyOf(world, one.pharmacy).parent !== null) return { status: 404, next: world };
  const next = copyOf(world);
  next.screens.push({
    pharmacy: one.pharmacy,
    group: one.group,
    package: index,
    list: one.pharmacy,
    step: world.step,
    version: 0,
    listVersion: 0,
  });
  return {
    status: 200,
    next,
    learn: ({ body }, learned) =>
      Object.assign(learned.screens.at(-1) ?? {}, {
        version: Number(body.version),
        listVersion: Number(body.listVersion),
      }),
  };
}

const anyTick = fc.oneof(
  { weight: 5, arbitrary: fc.constant(false) },
  { weight: 2, arbitrary: fc.constant(true) },
  { weight: 1, arbitrary: fc.constant(null) },
);
const anyEdit: fc.Arbitrary<Edit> = fc.record({
  row: fc.nat(20),
  price: maybe(anyPrice),
  permanent: anyTick,
  ignore: anyTick,
});

/** @param caller who does it, by how often */
export function packageStep(action: Action): fc.Arbitrary<Step> {
  const anybody = action === 'save' || action === 'approve' || action === 'part';
  return fc
    .record({
      caller: action === 'open' ? fc.constant<Caller>('sales') : anybody ? anyCaller : staffMostly,
      pick: fc.nat(20),
      detour: action === 'open' ? fc.constant(0) : anyDetour,
      edits: fc.array(anyEdit, { maxLength: anybody && action !== 'part' ? 3 : 0 }),
      screen: action === 'part' ? fc.nat(2) : anyScreen,
      seen: action === 'part' ? fc.constant(true) : anybody ? fc.boolean() : fc.constant(false),
    })
    .map((data) => new PackageStep(action, data));
}
