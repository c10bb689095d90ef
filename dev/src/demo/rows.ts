import { ASSUMED_VAT_PERCENT, effectivePrice, effectLack, grossProfitChange } from '@portal/rules';
import { AUTHORS } from './authors.ts';
import type { Cell } from './copy.ts';
import type { DemoListData, DemoListVersion } from './dataset.ts';
import type { DemoPackage } from './packages.ts';
import { type DemoEvent, versionOf } from './past.ts';
import type { DemoPharmacy } from './pharmacies.ts';
import type { DemoProduct } from './products.ts';

/** Cents as the numeric(10,2) text that COPY reads. */
function money(cents: number | null): string | null {
  if (cents === null) return null;
  const digits = String(cents).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const words = (text: string) => text.trim().split(/\s+/);

/** Column names by table, in the order of the row functions below. */
export const COLUMNS = {
  pharmacy: words(`apo_id crm_company_id token name street zipcode city country betriebs_nr active
    user_access_activated contract_status parent_apo_id pilot_access user_emails created_at`),
  product: words('pzn name content producer brand norm_size atc product_group'),
  list_version: words('apo_id product_group version flag qdp_flag item_count negative_count last_change'),
  price_item: words(`apo_id pzn product_group calculated_price manual_price price_type price_old avp aep vhp
    price_min price_avg price_max pe_cluster vh_cluster units changed_at changed_version`),
  price_update: words(`id kind apo_id product_group status created_at updated_at auto_action_at auto_action approver
    approved_at closed_reason ready_for_approval reset_choice first_calculation item_count version approved_list_version
    effect_cents effect_rows effect_missing effect_added effect_leaving`),
  price_update_item: words(`update_id pzn apo_id position avp_old avp aep vhp ravp ravp_regio ravp_national true_price
    true_price_old pe_cluster vh_cluster units check_reason inactive edited_price edited_permanent edited_ignore
    edited_by edited_version`),
  price_update_outcome:
    words(`apo_id update_id pzn listed calculated_price manual_price price_type price_old avp aep vhp price_min
    price_avg price_max pe_cluster vh_cluster units changed_at after_type after_manual effective`),
  price_change:
    words(`apo_id pzn product_group created_at event user_name actor avp old_price new_price old_type new_type
    list_version history_id`),
  history_entry: words(`id apo_id created_at product_type event mdp_import_id qdp_import_id lzd_import_id has_log
    user_name actor by_staff`),
} as const;

export function pharmacyRow(pharmacy: DemoPharmacy, createdAt: Date): Cell[] {
  const { apoId, crmCompanyId, token, name, street, zipcode, city, country, betriebsNr, active } = pharmacy;
  const { userAccessActivated, contractStatus, parentApoId, pilotAccess, userEmails } = pharmacy;
  const address = [apoId, crmCompanyId, token, name, street, zipcode, city, country, betriebsNr];
  return [...address, active, userAccessActivated, contractStatus, parentApoId, pilotAccess, userEmails, createdAt];
}

export function productRow({ pzn, name, content, producer, brand, normSize, atc, group }: DemoProduct): Cell[] {
  return [pzn, name, content, producer, brand, normSize, atc, group];
}

export function listVersionRow(list: DemoListVersion): Cell[] {
  return [
    list.apoId,
    list.group,
    list.version,
    list.flag,
    list.qdpFlag,
    list.itemCount,
    list.negativeCount,
    list.lastChange,
  ];
}

export function* priceItemRows({ items, instants }: DemoListData): Generator<Cell[]> {
  const written = instants.map((instant) => instant.toISOString());
  for (const item of items) {
    const { product } = item;
    const prices = [item.calculatedPrice, item.ownPrice].map(money);
    const references = [product.avp, product.aep, item.vhp, item.priceMin, item.priceAvg, item.priceMax].map(money);
    yield [
      item.apoId,
      product.pzn,
      product.group,
      ...prices,
      item.priceType,
      money(item.before && effectivePrice(item.before)),
      ...references,
      item.peCluster,
      item.vhCluster,
      item.units,
      written[item.changedOn] ?? null,
      versionOf(item.changedOn),
    ];
  }
}

export function packageRow(update: DemoPackage): Cell[] {
  return [
    update.id,
    update.kind,
    update.apoId,
    update.group,
    update.status,
    update.createdAt,
    update.updatedAt,
    update.autoActionAt,
    update.autoAction,
    update.approver,
    update.approvedAt,
    update.closedReason,
    update.readyForApproval,
    update.resetChoice,
    update.resetChoice === 0,
    update.items.length,
    1,
    update.approvedListVersion,
    ...effectOf(update),
  ];
}

/** What an approval was worth, as the server stores it. */
function effectOf({ status, items }: DemoPackage): (number | null)[] {
  if (status <= 0) return [null, null, null, null, null];
  let [cents, rows] = [0, 0];
  const lacks = { added: 0, leaving: 0, units: 0 };
  for (const { outcome } of items) {
    const before = outcome?.before ? effectivePrice(outcome.before) : null;
    const after = outcome ? effectivePrice(outcome.after) : null;
    const units = outcome?.item.units ?? null;
    if (before === after) continue;
    const lack = effectLack(before, after, units);
    if (lack !== null) lacks[lack]++;
    else {
      cents += grossProfitChange(before as number, after as number, units as number, ASSUMED_VAT_PERCENT);
      rows++;
    }
  }
  return [cents, rows, lacks.added + lacks.leaving + lacks.units, lacks.added, lacks.leaving];
}

export function* packageItemRows({ id, apoId, items }: DemoPackage): Generator<Cell[]> {
  for (const [position, item] of items.entries()) {
    const { edit } = item;
    const references = [item.avpOld, item.avp, item.aep, item.vhp, item.ravp, item.ravpRegio, item.ravpNational];
    yield [
      id,
      item.product.pzn,
      apoId,
      position,
      ...[...references, item.calculatedPrice, item.formerCalculatedPrice].map(money),
      item.peCluster,
      item.vhCluster,
      item.units,
      item.checkReason,
      item.inactive,
      money(edit?.price ?? null),
      edit?.permanent ?? null,
      edit?.ignore ?? null,
      edit?.by ?? null,
      edit ? 1 : null,
    ];
  }
}

export function* outcomeRows({ apoId, id, items }: DemoPackage): Generator<Cell[]> {
  for (const { product, outcome } of items) {
    if (!outcome) continue;
    const { item, before, beforeChangedAt, after } = outcome;
    const references = [product.avp, product.aep, item.vhp, item.priceMin, item.priceAvg, item.priceMax].map(money);
    yield [
      apoId,
      id,
      product.pzn,
      before !== null,
      money(before && before.calculatedPrice),
      money(before && before.ownPrice),
      before && before.priceType,
      money(before && effectivePrice(before)),
      ...(before ? references : references.map(() => null)),
      ...(before ? [item.peCluster, item.vhCluster, item.units, beforeChangedAt] : [null, null, null, null]),
      after.priceType,
      money(after.ownPrice),
      true,
    ];
  }
}

export function* changeRows(entry: DemoEvent): Generator<Cell[]> {
  const { id, apoId, group, createdAt, event, author, listVersion, changes } = entry;
  for (const { item, before, after } of changes) {
    yield [
      apoId,
      item.product.pzn,
      group,
      createdAt,
      event,
      author.name,
      author.subject,
      money(item.product.avp),
      money(before && effectivePrice(before)),
      money(effectivePrice(after)),
      before?.priceType ?? null,
      after.priceType,
      listVersion,
      id,
    ];
  }
}

export function historyRow({
  id,
  apoId,
  createdAt,
  group,
  event,
  package: update,
  changes,
  author,
}: DemoEvent): Cell[] {
  const ofKind = (kind: string) => (update?.kind === kind ? update.id : null);
  const imports = [ofKind('MDP'), ofKind('QDP'), ofKind('LZD')];
  return [
    id,
    apoId,
    createdAt,
    group,
    event,
    ...imports,
    changes.length > 0,
    author.name,
    author.subject,
    author === AUTHORS.sales,
  ];
}
