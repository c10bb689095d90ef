import { ENDPOINTS, type Endpoint } from '@portal/contracts';
import compression from 'compression';
import express, { type Express } from 'express';
import { z } from 'zod';
import { createAuthenticator } from './auth/bearer.ts';
import type { Deps } from './deps.ts';
import { errorHandler } from './http/error-handler.ts';
import { notFound } from './http/errors.ts';
import { createIdentify } from './http/identify.ts';
import { implement } from './http/implement.ts';
import { createLimitedLog } from './http/limited-log.ts';
import { createMount } from './http/mount.ts';
import { openApiHandlers } from './http/openapi.ts';
import { probeHandlers } from './http/probes.ts';
import { createRateLimits, delayBefore429 } from './http/rate-limit.ts';
import { requestLog } from './http/request-log.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { limitEncodings } from './http/limit-encodings.ts';
import { createColumnsSender } from './http/send-columns.ts';
import { answerUnmatched, refuseMalformedPath } from './http/unmatched.ts';
import { securityHeaders, serveWebApp } from './http/web-app.ts';
import { issueXsrfCookie } from './http/xsrf.ts';
import { testClockHandlers } from './jobs/handlers.ts';
import { createCallSlots } from './limits/call-slots.ts';
import { adminOverviewHandlers } from './modules/admin-overview/index.ts';
import { exportHandlers } from './modules/exports/index.ts';
import { createTablePool, importHandlers } from './modules/imports/index.ts';
import { pharmacyIntakeHandlers } from './modules/pharmacy-intake/index.ts';
import { historyHandlers } from './modules/history/index.ts';
import { intakeHandlers } from './modules/intake/index.ts';
import { labelHandlers } from './modules/labels/index.ts';
import { shelfHandlers } from './modules/shelf/index.ts';
import { periodHandlers } from './modules/price-periods/index.ts';
import { logExportHandlers } from './modules/log-export/index.ts';
import { ledgerHandlers } from './modules/ledger/index.ts';
import { priceReviewHandlers } from './modules/price-reviews/index.ts';
import { pdfHandlers } from './modules/pdf/index.ts';
import { noticeHandlers } from './modules/notices/index.ts';
import { mirrorHandlers } from './modules/mirrors/index.ts';
import { createStaffBoard, pharmacyHandlers } from './modules/pharmacies/index.ts';
import { priceListHandlers } from './modules/price-lists/index.ts';
import { approvalPartHandlers } from './modules/approval-parts/index.ts';
import { priceUpdateHandlers } from './modules/price-updates/index.ts';
import { productHandlers } from './modules/products/index.ts';
import { reviewHandlers } from './modules/review/index.ts';
import { savedViewHandlers } from './modules/saved-views/index.ts';
import { settingsHandlers } from './modules/settings/index.ts';
import { standingRuleHandlers } from './modules/standing-rules/index.ts';
import { tillCheckHandlers } from './modules/till-check/index.ts';
import { tillProfileHandlers } from './modules/till-profile/index.ts';
import { tillInventoryHandlers } from './modules/till-inventory/index.ts';
import { tillSyncHandlers } from './modules/till-sync/index.ts';
import { undoHandlers } from './modules/undo/index.ts';
import { userHandlers } from './modules/users/index.ts';
import { GERMAN } from './texts/zod-german.ts';

export function createApp(deps: Deps): Express {
  z.config(GERMAN); // validation messages in German
  const { config, database } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  notModifiedByTagOnly(app);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(deps.logger));
  if (deps.metrics) app.use(requestMetrics(deps.metrics));
  app.use(securityHeaders(config));
  // Browsers judge deadlines by it, also where a test moves the clock.
  app.use((_request, response, next) => {
    response.setHeader('Date', deps.clock.now().toUTCString());
    next();
  });
  app.use(limitEncodings({ zstd: config.zstd }));
  // Files of pages are packed once, by the build.
  app.use('/api', compression({ threshold: 2048 }));

  const api = express.Router();
  const issueCookie = issueXsrfCookie({ secure: new URL(config.baseUrl).protocol === 'https:' });
  api.use('/api', issueCookie);
  const limits = createRateLimits(
    config.rateFactor,
    deps.metrics?.limited,
    createLimitedLog(deps.logger, config.mail.linkSecret),
  );
  const identify = createIdentify({ authenticate: createAuthenticator(deps.verifier), limits });
  const slots = createCallSlots(config.database.pool, delayBefore429(config.rateFactor));
  const table = Object.values<Endpoint>(ENDPOINTS);
  const send = createColumnsSender();
  const readBoard = createStaffBoard(database.pool);
  const tables = createTablePool(deps.metrics);
  implement(
    ENDPOINTS,
    {
      ...probeHandlers(deps),
      ...openApiHandlers(config),
      ...testClockHandlers(deps),
      ...userHandlers(deps),
      ...pharmacyHandlers(deps, send, readBoard),
      ...noticeHandlers(deps),
      ...mirrorHandlers(deps),
      ...settingsHandlers(deps),
      ...historyHandlers(deps),
      ...adminOverviewHandlers(deps, readBoard),
      ...logExportHandlers(deps),
      ...importHandlers(deps, tables),
      ...exportHandlers(deps),
      ...intakeHandlers(deps),
      ...pharmacyIntakeHandlers(deps, tables),
      ...tillCheckHandlers(deps, tables),
      ...tillProfileHandlers(deps),
      ...tillSyncHandlers(deps),
      ...tillInventoryHandlers(deps, tables),
      ...priceUpdateHandlers(deps, send),
      ...approvalPartHandlers(deps),
      ...reviewHandlers(deps, send),
      ...priceReviewHandlers(deps),
      ...savedViewHandlers(deps),
      ...standingRuleHandlers(deps),
      ...pdfHandlers(deps),
      ...labelHandlers(deps),
      ...ledgerHandlers(deps),
      ...shelfHandlers(deps),
      ...periodHandlers(deps),
      ...priceListHandlers(deps, send),
      ...productHandlers(deps, send),
      ...undoHandlers(deps),
    },
    createMount(api, { identify, db: database.pool, limits, slots, table }),
  );
  api.use('/api', answerUnmatched(table, limits), refuseMalformedPath(table, { identify, limits }));
  app.use(api);

  app.use(async (request, _response, next) => {
    await limits.countPage(request.ip);
    next();
  });
  if (config.webDist) serveWebApp(app, { dist: config.webDist, releases: config.webReleases, issueCookie });
  app.use(() => {
    throw notFound();
  });
  app.use(errorHandler);
  return app;
}

/** Express answers 304 to `If-None-Match: *`; only calls with an ETag may. */
function notModifiedByTagOnly({ request }: Express): void {
  const { get } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(request), 'fresh') ?? {};
  Object.defineProperty(request, 'fresh', {
    get(this: express.Request): boolean {
      return this.res?.get('ETag') !== undefined && get?.call(this) === true;
    },
  });
}
