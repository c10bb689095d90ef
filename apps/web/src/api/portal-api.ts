import { createApi } from '@reduxjs/toolkit/query/react';
import { portalBaseQuery } from './base-query.ts';

export const API_TAGS = [
  'User',
  'Pharmacies',
  'Dashboard',
  'PriceList',
  'PriceHistory',
  'PriceUpdate',
  'ReviewMarks',
  'DueReviews',
  'ListViews',
  'BulkRules',
  'StandingRules',
  'PharmacySearch',
  'Settings',
  'Notices',
  'AdminOverview',
  'TillFiles',
  'TillCheck',
  'Labels',
] as const;
export type ApiTag = (typeof API_TAGS)[number];

/** The one api of the browser; features add their endpoints with `portalApi.injectEndpoints`. */
export const portalApi = createApi({
  reducerPath: 'api',
  baseQuery: portalBaseQuery,
  tagTypes: API_TAGS,
  endpoints: () => ({}),
});
