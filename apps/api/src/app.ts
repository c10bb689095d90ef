import type { Endpoint } from '@portal/contracts';
import compression from 'compression';
import express, { type Express } from 'express';
import { z } from 'zod';
import { createAuthenticator } from './auth/bearer.ts';
import type { Deps } from './deps.ts';
import { errorHandler } from './http/error-handler.ts';
import { notFound } from './http/errors.ts';
import { createIdentify } from './http/identify.ts';
import { createMount } from './http/mount.ts';
import { mountOpenApi } from './http/openapi.ts';
import { mountProbes } from './http/probes.ts';
import { createRateLimits } from './http/rate-limit.ts';
import { requestLog } from './http/request-log.ts';
import { requestMetrics } from './http/request-metrics.ts';
import { createColumnsSender } from './http/send-columns.ts';
import { answerUnmatched, judgeMalformedPath } from './http/unmatched.ts';
import { securityHeaders, serveWebApp } from './http/web-app.ts';
import { issueXsrfCookie } from './http/xsrf.ts';
import { mountTestClock } from './jobs/handlers.ts';
import { mountAdminOverview } from './modules/admin-overview/handlers.ts';
import { mountExports } from './modules/exports/handlers.ts';
import { mountImports } from './modules/imports/handlers.ts';
import { mountHistory } from './modules/history/handlers.ts';
import { mountIntake } from './modules/intake/handlers.ts';
import { mountLogExport } from './modules/log-export/handlers.ts';
import { mountPdf } from './modules/pdf/handlers.ts';
import { mountMirrors } from './modules/mirrors/handlers.ts';
import { mountPharmacies } from './modules/pharmacies/handlers.ts';
import { mountPriceLists } from './modules/price-lists/handlers.ts';
import { mountPriceUpdates } from './modules/price-updates/handlers.ts';
import { mountSettings } from './modules/settings/handlers.ts';
import { mountTillSync } from './modules/till-sync/handlers.ts';
import { mountUsers } from './modules/users/handlers.ts';
import { GERMAN } from './texts/zod-german.ts';

/** The portal as an express application: all calls of the contract table, then the web application. */
export function createApp(deps: Deps): Express {
  z.config(GERMAN); // validation messages in German
  const { config, database } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', 'simple');
  app.set('trust proxy', config.trustProxy);
  app.use(requestLog(deps.logger));
  if (deps.metrics) app.use(requestMetrics(deps.metrics));
  app.use(securityHeaders(config));
  app.use(compression({ threshold: 2048 }));

  const api = express.Router();
  const issueCookie = issueXsrfCookie({ secure: new URL(config.baseUrl).protocol === 'https:' });
  api.use('/api', issueCookie);
  const limits = createRateLimits(config.rateFactor, deps.metrics?.limited);
  const mounted: Endpoint[] = [];
  const identify = createIdentify({ authenticate: createAuthenticator(deps.verifier), limits });
  const mount = createMount(api, { identify, db: database.pool, limits, mounted });
  mountProbes(mount, deps);
  mountOpenApi(mount, config);
  mountTestClock(mount, deps);
  mountUsers(mount, deps);
  mountPharmacies(mount, deps);
  mountMirrors(mount, deps);
  mountSettings(mount, deps);
  mountHistory(mount, deps);
  mountAdminOverview(mount, deps);
  mountLogExport(mount, deps);
  const send = createColumnsSender();
  mountImports(mount, deps);
  mountExports(mount, deps);
  mountIntake(mount, deps);
  mountTillSync(mount, deps);
  mountPriceUpdates(mount, deps, send);
  mountPdf(mount, deps);
  mountPriceLists(mount, deps, send);
  api.use('/api', answerUnmatched(mounted), judgeMalformedPath(mounted, { identify, limits }));
  app.use(api);

  if (config.webDist) serveWebApp(app, { dist: config.webDist, releases: config.webReleases, issueCookie });
  app.use(() => {
    throw notFound();
  });
  app.use(errorHandler);
  return app;
}
