import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ENDPOINTS, type Endpoint, RATE_LIMITS } from '@portal/contracts';
import supertest from 'supertest';
import { createApp } from '../../src/app.ts';
import { ConfigError, readConfig } from '../../src/config.ts';
import { createRateLimits, networkOf, REFUSAL_LIMIT } from '../../src/http/rate-limit.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { claimsOf } from '../support/issuer.ts';
import { startPortal, type TestPortal } from '../support/portal.ts';
import { seedPharmacy, type SeededPharmacy } from '../support/seed.ts';

const XSRF = 'x'.repeat(43);
/** Small enough to reach each limit, the largest of which is 6000, in a few calls. */
const FACTOR = 1 / 300;
const limitOf = (limit: number) => Math.max(1, Math.round(limit * FACTOR));

let portal: TestPortal;
let pharmacy: SeededPharmacy;
beforeAll(async () => {
  portal = await startPortal();
  pharmacy = await seedPharmacy(portal.database, 1);
});
afterAll(() => portal?.close());

/** A portal of its own, so that nothing has been counted yet; calls come from the address given. */
function limitedPortal(factor = FACTOR, trustProxy: number | string[] = 1) {
  const metrics = createMetrics({ process: false });
  const config = { ...portal.deps.config, rateFactor: factor, trustProxy };
  const agent = supertest(createApp({ ...portal.deps, config, metrics }));
  const call = async (endpoint: Endpoint, who: { name?: string; address: string; roles?: string[] }) => {
    const values: Record<string, string> = {
      crmId: String(pharmacy.crmCompanyId),
      crmCompanyId: String(pharmacy.crmCompanyId),
      apoId: String(pharmacy.apoId),
      token: pharmacy.token,
      productGroup: 'OTC',
      block: '12',
      listKind: 'MDP',
      kind: 'MDP',
    };
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) => values[name] ?? '1');
    const request = agent[endpoint.method.toLowerCase() as 'get' | 'post'](path).set({
      'X-Forwarded-For': who.address,
      Cookie: `XSRF-TOKEN=${XSRF}`,
      'X-XSRF-TOKEN': XSRF,
    });
    if (who.name !== undefined)
      request.set(
        'Authorization',
        `Bearer ${await portal.issuer.token(claimsOf(who.name, who.roles ?? ['solvena_admin', 'customer_centre']))}`,
      );
    return request;
  };
  return { call, metrics };
}

const limited = Object.values<Endpoint>(ENDPOINTS).flatMap((endpoint) =>
  endpoint.rate ? [{ endpoint, id: endpoint.id, limits: RATE_LIMITS[endpoint.rate] }] : [],
);

// Rule 13.5.
test('every upload, PDF, file, export, search, save and approval of the table is counted', () => {
  const costly = Object.values<Endpoint>(ENDPOINTS).filter(
    ({ upload, answerKind, bodyLimit, id }) =>
      upload !== undefined ||
      answerKind === 'binary' ||
      bodyLimit === 'list' ||
      /search|export|download|save|approv|mirror/i.test(id),
  );
  expect(costly.filter(({ rate }) => rate === undefined).map(({ id }) => id)).toEqual([]);
  expect(limited.map(({ id }) => id).toSorted()).toEqual(
    `addMirror addNoticeAddress approveLzd approveMdp approvePart approveQdp checkLzd checkPharmacyFile checkTill confirmNotices confirmStandingRule confirmTillFile
      createLabels createPdf createPharmacy csvMetaData decideHeldProducts deleteLzd deleteMdp deleteQdp downloadLogExport downloadTillFile endPricePeriods endStandingRule
      exportLogs findArticles getDeliveryFile getEventLog getIntakePharmacies getLabelRows getLogFile getOwnHistory getOwnLog getPriceListPdf getReviewFigures getShelf getTillCheck getTillFile
      getTillFiles importPrices intakeLzd intakeMdp intakePharmacies intakeQdp keepFixedPrices markLabelsPrinted openLogExport openPdf openWithdrawal
      orderStandingRules previewUndo proposeNoticeAddress readTillColumns refuseDelivery remindOfLzd removeMirror removeNoticeAddress removeTill replayStandingRule
      revertLzd revertMdp revertQdp saveLzd saveMdp savePriceList saveQdp searchPharmacies sendTillInventory setApprovalFlag setBulkRule setGuardrails
      setListReviewMarks setListView setQdpApprovalFlag setReviewMarks setReviewMonths setTillProfile startStandingRule takeBackPart
      takeInDelivery takeInPharmacyFile undoLabelsPrinted undoSave uploadLzd withdrawNotices`.split(/\s+/),
  );
});

describe.each(limited)('$id', ({ endpoint, limits }) => {
  const signedIn = endpoint.access.kind !== 'public';
  const most = limitOf(signedIn ? limits.perCaller : limits.perAddress);
  const who = { ...(signedIn ? { name: 'Ina Eilig' } : {}), address: '192.0.2.1' };

  test('answers 429 with a German message and Retry-After to one call too many, and to no other caller', async () => {
    const { call, metrics } = limitedPortal();
    for (let n = 1; n <= most; n += 1) expect((await call(endpoint, who)).status).not.toBe(429);
    const refused = await call(endpoint, who);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ status: 'ERROR', reason: 'too_many_requests' });
    expect(refused.body.message).toMatch(
      /^Das waren zu viele Anfragen in kurzer Zeit\. Bitte versuchen Sie es in (\d+ Sekunden|einer Sekunde) erneut\.$/,
    );
    const retryAfter = Number(refused.headers['retry-after']);
    expect(retryAfter).toBeGreaterThanOrEqual(1);
    expect(retryAfter).toBeLessThanOrEqual(60);
    expect(await metrics.text()).toContain(
      `portal_rate_limited_total{kind="${endpoint.rate}",by="${signedIn ? 'caller' : 'address'}"} 1`,
    );
    const other = { ...(signedIn ? { name: 'Otto Ruhig' } : {}), address: '192.0.2.2' };
    expect((await call(endpoint, other)).status).not.toBe(429);
  });
});

test('many callers at one address share its limit', async () => {
  const { call } = limitedPortal(1 / 60); // one PDF a caller, ten an address
  const answers: number[] = [];
  for (let n = 1; n <= 11; n += 1)
    answers.push((await call(ENDPOINTS.getPriceListPdf, { name: `Gast ${n}`, address: '198.51.100.7' })).status);
  expect(answers.map((status) => status === 429)).toEqual([...Array.from({ length: 10 }, () => false), true]);
});

test('a caller who is refused again and again is no longer answered, others at the address are', async () => {
  const { call } = limitedPortal();
  const guess = { name: 'Rolf Rater', address: '203.0.113.9', roles: ['solvena_customer', 'TP_user_1'] };
  const most = limitOf(REFUSAL_LIMIT.perCaller);
  for (let n = 1; n <= most; n += 1) expect((await call(ENDPOINTS.getDashboard, guess)).status).toBe(403);
  expect((await call(ENDPOINTS.getDashboard, guess)).status).toBe(429);
  expect((await call(ENDPOINTS.getUserData, { name: 'Anna Antwort', address: guess.address })).status).toBe(200);
  // Probes and the page's configuration carry no right that could be guessed.
  expect((await call(ENDPOINTS.getReadiness, { address: guess.address })).status).toBe(200);
});

test('without a trusted proxy a caller cannot choose the address he is counted under', async () => {
  const { call } = limitedPortal(1 / 300, 0); // downloads: one an address
  expect((await call(ENDPOINTS.downloadLogExport, { address: '192.0.2.1' })).status).not.toBe(429);
  expect((await call(ENDPOINTS.downloadLogExport, { address: '192.0.2.2' })).status).toBe(429);
});

test('the factor 0 counts nothing', async () => {
  const limits = createRateLimits(0);
  const count = () => limits.count('logExport', { subject: 'a', address: '192.0.2.1' });
  await expect(Promise.all(Array.from({ length: 10_000 }, count))).resolves.toHaveLength(10_000);
});

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s is counted as %s', (address, network) => expect(networkOf(address)).toBe(network));

test.each<[string, number | string[] | 'refused']>([
  ['', []],
  ['1', 1],
  ['10.0.0.0/8, loopback', ['10.0.0.0/8', 'loopback']],
  ['2001:db8::/32', ['2001:db8::/32']],
  ['true', 'refused'],
  ['proxy.example', 'refused'],
  ['10.0.0.0/33', 'refused'],
])('PORTAL_TRUST_PROXY=%s', (text, expected) => {
  const read = () =>
    readConfig({
      DATABASE_URL: 'postgresql://a@b/c',
      PORTAL_BASE_URL: 'http://localhost',
      PORTAL_ENVIRONMENT: 'test',
      PORTAL_IDENTITY_URL: 'http://localhost',
      PORTAL_IDENTITY_REALM: 'r',
      PORTAL_IDENTITY_CLIENT: 'c',
      PORTAL_IDENTITY_AUDIENCE: 'a',
      PORTAL_CUSTOMER_CENTRE_URL: 'http://localhost',
      PORTAL_SMTP_URL: 'smtp://localhost',
      PORTAL_MAIL_FROM: 'a@portal.example',
      PORTAL_LINK_SECRET: 'l'.repeat(32),
      PORTAL_TASKS_SECRET: 't'.repeat(32),
      PORTAL_TRUST_PROXY: text,
    }).trustProxy;
  if (expected === 'refused') expect(read).toThrow(ConfigError);
  else expect(read()).toEqual(expected);
});
