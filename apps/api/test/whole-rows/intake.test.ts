import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { upload } from '../intake/support.ts';
import { testPzn } from '../support/seed.ts';
import type { Row } from './changes.ts';
import { changesOf, NOW, openStage, type Stage } from './support.ts';

// Every column of every table before and after a delivery and a deletion.

const [listed, unlisted, foreign] = [testPzn(1), testPzn(2), testPzn(90)];
const APO = 500_001;
const LATER = '2026-03-11T10:00:00.000Z';

let stage: Stage;
beforeEach(async () => {
  stage = await openStage();
  await stage.items('OTC', { [listed]: {} });
});
afterEach(() => stage.close());

const HEADINGS =
  'PZN;Produkt;AVP alt;AVP neu;TruePrice alt;TruePrice neu;ATC;Cluster;VH Cluster;Absatz;AVP;AEP;VHP;AVP Region;AVP National;Umfeld Min;Umfeld Max';
const deliver = async (kind: string, lines: string[]): Promise<Row> => {
  const engine = await stage.portal.as('Pricing Engine', ['pricing_engine']);
  const content = `${[HEADINGS, ...lines].join('\r\n')}\r\n`;
  const file = { name: `${kind}.csv`, content };
  const path = `/api/intake/${kind}/${stage.pharmacy.crmCompanyId}/OTC`;
  const { status, body } = await upload(stage.portal, engine, path, file);
  expect([status, body]).toMatchObject([200, { status: 'OK' }]);
  return body as Row;
};
const at = (pzn: string, id: number) => `${id} ${pzn}`;

test('a delivery stores each column where it belongs, leaves other groups out, and touches no list', async () => {
  let answer: Row = {};
  const changes = await changesOf(stage, async () => {
    answer = await deliver('qdp', [
      `${listed};Produkt ${listed};1,01;1,02;1,03;1,04;A01;1;2;31;1,05;1,06;1,07;1,08;1,09;1,10;1,11`,
      `${foreign};Fremd;;;;9,00;;;;;;;;;;;`,
      `${unlisted};Neu;;2,02;;2,04;;;;;;;;;;;`,
    ]);
  });
  const id = Number(answer.id);
  expect([answer.rows, answer.leftOut]).toMatchObject([2, [{ line: 3, pzn: foreign }]]);
  expect(changes.price_update).toEqual({
    [id]: {
      id,
      kind: 'QDP',
      apo_id: APO,
      product_group: 'OTC',
      status: 0,
      created_at: NOW,
      updated_at: NOW,
      // Flag 0: the first 23rd after arrival, at 00:00 in Berlin; then it is deleted.
      auto_action_at: '2026-03-22T23:00:00.000Z',
      auto_action: 'delete',
      ready_for_approval: true,
      delivery_hash: expect.any(String),
      file_hash: expect.any(String),
      item_count: 2,
      first_calculation: false,
      version: expect.anything(),
      // Rule 20.22: what it changed of known products.
      product_changes: {
        state: 'applied',
        rows: [{ pzn: '10000076', before: { atc: null }, after: { atc: 'A01' } }],
      },
      // Rule 20.2: what only its arrival told, and what it came to.
      arrival: {
        colour: 'yellow',
        doubts: [],
        figures: {
          rows: 2,
          percent: null,
          missingShare: null,
          headings: expect.arrayContaining(['PZN', 'TruePrice neu']),
          unknownHeadings: expect.any(Array),
          isOpen: expect.any(Boolean),
        },
      },
    },
  });
  expect(changes.price_update_item).toEqual({
    [at(listed, id)]: {
      update_id: id,
      pzn: listed,
      apo_id: APO,
      position: 2,
      avp_old: '1.01',
      avp: '1.02',
      ravp: '1.05',
      true_price_old: '1.03',
      true_price: '1.04',
      pe_cluster: 1,
      vh_cluster: 2,
      units: 31,
      aep: '1.06',
      vhp: '1.07',
      ravp_regio: '1.08',
      ravp_national: '1.09',
      price_min: '1.10',
      price_max: '1.11',
      inactive: false,
    },
    [at(unlisted, id)]: expect.objectContaining({ pzn: unlisted, position: 4, true_price: '2.04' }),
  });
  expect(changes.history_entry).toEqual({
    1: {
      apo_id: APO,
      created_at: NOW,
      product_type: 'OTC',
      event: 'Quartalsupdate eingegangen',
      qdp_import_id: id,
      has_log: false,
      user_name: 'Pricing Engine',
      actor: 'subject-Pricing Engine',
      by_staff: false,
    },
  });
  expect([changes.price_item, changes.price_change, changes.outbox]).toEqual([undefined, undefined, undefined]);
});

test('deleting a package takes its deadline, says by whom, closes the task, and leaves everything else', async () => {
  const { id } = (await deliver('mdp', [`${listed};Produkt ${listed};;;;8,49;;;;;;;;;;;`])) as { id: number };
  stage.portal.clock.set(LATER);
  const changes = await changesOf(stage, async () => {
    const answer = await stage.sales.delete(`/api/price/mdp/${id}/${APO}/${stage.pharmacy.token}`);
    expect(answer.status).toBe(200);
  });
  expect(changes).toEqual({
    price_update: {
      [id]: {
        status: -1,
        updated_at: LATER,
        auto_action_at: null,
        auto_action: null,
        closed_how: 'deleted',
        closed_reason: 'gelöscht von Tobias Sommer',
        version: `package ${id}`,
      },
    },
    history_entry: {
      1: {
        apo_id: APO,
        created_at: LATER,
        product_type: 'OTC',
        event: 'Monatsupdate gelöscht',
        mdp_import_id: id,
        has_log: false,
        user_name: 'Tobias Sommer',
        actor: 'subject-Tobias Sommer',
        by_staff: true,
      },
    },
    outbox: {
      1: expect.objectContaining({
        kind: 'taskClosed',
        apo_id: APO,
        payload: expect.objectContaining({ outcome: 'deleted', closedBy: 'Tobias Sommer' }),
      }),
    },
  });
});
