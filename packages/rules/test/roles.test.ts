import { describe, expect, test } from '@jest/globals';
import {
  accessFrom,
  deriveRoles,
  isRefusedCountry,
  mayChangeProducts,
  mayEnterRoute,
  ROUTE_ROLES,
  readRoles,
} from '../src/index.ts';

// Rules 1.4, 1.5, 1.7 and 1.10.
describe('roles of a token', () => {
  test('come from the realm and every client, each once', () => {
    expect(
      readRoles({
        realm_access: { roles: ['solvena_customer', 'TP_user_1'] },
        resource_access: { portal: { roles: ['TP_user_1', 'TP_user_2'] }, account: { roles: ['view'] } },
      }),
    ).toEqual(['solvena_customer', 'TP_user_1', 'TP_user_2', 'view']);
  });

  test.each([
    {},
    { realm_access: null, resource_access: 'x' },
    { realm_access: { roles: 'solvena_admin' } },
    { resource_access: { portal: null, other: { roles: [1, {}] } } },
  ])('malformed claims %j give none', (claims) => {
    expect(readRoles(claims)).toEqual([]);
  });

  test('TP_admin_{id} implies TP_user_{id}, which grants TP_pharmacy', () => {
    expect(deriveRoles(['TP_admin_7'])).toEqual(['TP_admin_7', 'TP_user_7', 'TP_pharmacy']);
    expect(deriveRoles(['TP_user_7'])).toEqual(['TP_user_7', 'TP_pharmacy']);
    expect(deriveRoles(['solvena_sales'])).toEqual(['solvena_sales']);
  });
});

describe('access', () => {
  test('of a pharmacy owner', () => {
    expect(accessFrom(['TP_user_8', 'solvena_customer', 'TP_user_7', 'TP_admin_7'], 'DE')).toEqual({
      staff: false,
      admin: false,
      sales: false,
      customer: true,
      pharmacyCrmIds: [7, 8],
      adminCrmIds: [7],
      tillSyncCrmIds: [],
      pricingEngine: false,
      customerCentre: false,
      refusedCountry: false,
      roles: ['TP_user_8', 'solvena_customer', 'TP_user_7', 'TP_admin_7', 'TP_pharmacy'],
    });
  });

  test('admin and sales are staff', () => {
    expect(accessFrom(['solvena_admin'], 'DE')).toMatchObject({ staff: true, admin: true, sales: false });
    expect(accessFrom(['solvena_sales'], 'DE')).toMatchObject({ staff: true, admin: false, sales: true });
  });

  test('service accounts', () => {
    expect(accessFrom(['till_sync_9'], undefined)).toMatchObject({ tillSyncCrmIds: [9], pharmacyCrmIds: [] });
    expect(accessFrom(['pricing_engine'], null)).toMatchObject({ pricingEngine: true, staff: false });
    expect(accessFrom(['customer_centre'], null)).toMatchObject({ customerCentre: true, staff: false });
  });

  test.each(['TP_user_', 'TP_user_0', 'TP_user_7x', 'TP_user_-7', 'TP_user_7.0', 'tp_user_7', 'xTP_user_7'])(
    '%s opens no pharmacy',
    (role) => {
      expect(accessFrom([role], 'DE').pharmacyCrmIds).toEqual([]);
    },
  );

  test('a role that only begins like a staff role gives no staff rights', () => {
    expect(accessFrom(['solvena_admin_readonly'], 'DE').staff).toBe(false);
  });

  test('customers from Austria are refused', () => {
    expect(isRefusedCountry(['solvena_customer'], 'AT')).toBe(true);
    expect(isRefusedCountry(['solvena_customer'], 'DE')).toBe(false);
    expect(isRefusedCountry(['solvena_admin'], 'AT')).toBe(false);
    expect(accessFrom(['solvena_customer', 'TP_user_1'], 'AT').refusedCountry).toBe(true);
  });
});

describe('route table', () => {
  const enters = (role: string) =>
    Object.entries(ROUTE_ROLES)
      .filter(([, allowed]) => mayEnterRoute(deriveRoles([role]), allowed))
      .map(([path]) => path);
  const all = Object.keys(ROUTE_ROLES);
  const staffOnly = [
    'admin/export',
    'admin/pipeline',
    'admin/uploads',
    'admin/deliveries',
    'p/:pharmacyId/:pharmacyToken/history',
  ];

  test('staff enter every page, pharmacies all but those of sales, export and history', () => {
    expect(enters('solvena_admin')).toEqual(all);
    expect(enters('solvena_sales')).toEqual(all);
    expect(enters('TP_user_7')).toEqual(all.filter((path) => !staffOnly.includes(path)));
    expect(enters('TP_admin_7')).toEqual(all.filter((path) => !staffOnly.includes(path)));
  });

  test('a customer without a pharmacy reaches the root only', () => {
    expect(enters('solvena_customer')).toEqual(['']);
    expect(enters('offline_access')).toEqual([]);
  });

  test('without roles nothing is entered but an open page', () => {
    expect(mayEnterRoute([], ['solvena_admin'])).toBe(false);
    expect(mayEnterRoute([], [])).toBe(true);
  });
});

test('known products are changed by the pricing engine alone, not by staff who have its role besides', () => {
  const may = (...roles: string[]) => mayChangeProducts(accessFrom(roles, 'DE'));
  expect(may('pricing_engine')).toBe(true);
  expect([may('solvena_admin'), may('solvena_sales', 'pricing_engine'), may('TP_admin_7'), may()]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});
