import type { UpdateKind } from '@portal/rules';
import { getAdminOverview, getLzdPipeline, getMessageEvents, redeliverMessage } from './admin-overview.ts';
import { getBulkRules, setBulkRule } from './bulk-rules.ts';
import {
  decideHeldProducts,
  getDeliveries,
  getDelivery,
  getDeliveryFile,
  refuseDelivery,
  takeInDelivery,
} from './deliveries.ts';
import { runTestJobs, setTestClock } from './dev.ts';
import { approvePart, takeBackPart } from './approval-parts.ts';
import type { Endpoint } from './endpoint.ts';
import { downloadTillFile } from './exports.ts';
import { getEventLog, getHistory, getLogFile, getOwnHistory, getOwnLog } from './history.ts';
import { csvMetaData, importPrices } from './imports.ts';
import { checkLzd, intakeLzd, intakeMdp, intakeQdp, uploadLzd } from './intake.ts';
import { createLabels, getLabelRows, getLabelState, markLabelsPrinted, undoLabelsPrinted } from './labels.ts';
import { getListArrivals, getPriceWay, getStrayTills, removeTill } from './ledger.ts';
import { getShelf } from './shelf.ts';
import { downloadLogExport, exportLogs, openLogExport } from './log-export.ts';
import { addMirror, removeMirror, searchPharmacies } from './mirrors.ts';
import {
  addNoticeAddress,
  confirmNotices,
  getNoticeAddresses,
  getNoticeLink,
  openWithdrawal,
  proposeNoticeAddress,
  remindOfLzd,
  removeNoticeAddress,
  withdrawNotices,
} from './notices.ts';
import { createPdf, getPriceListPdf, openPdf } from './pdf.ts';
import { endPricePeriods, getPricePeriods } from './periods.ts';
import { getDashboard, getProductGroupInfo, listPharmacies } from './pharmacies.ts';
import {
  activateUsers,
  approveLzd,
  approveMdp,
  approveQdp,
  deleteLzd,
  deleteMdp,
  deleteQdp,
  getLzd,
  getMdp,
  getQdp,
  getUpdateState,
  releaseLzd,
  releaseLzdByPost,
  revertLzd,
  revertMdp,
  revertQdp,
  saveLzd,
  saveMdp,
  saveQdp,
} from './price-updates.ts';
import {
  checkPharmacyFile,
  createPharmacy,
  getIntakePharmacies,
  intakePharmacies,
  takeInPharmacyFile,
} from './pharmacy-intake.ts';
import { findArticles, getChangesKept, getPriceHistory, getPriceList, savePriceList } from './price-lists.ts';
import { getDueReviews, keepFixedPrices, takeBackKept } from './price-reviews.ts';
import { getProductBlock, getProductVersions } from './products.ts';
import { getReviewContext } from './review.ts';
import { getReviewFigures } from './review-figures.ts';
import { getListReviewMarks, getReviewMarks, setListReviewMarks, setReviewMarks } from './review-marks.ts';
import { getListViews, setListView } from './saved-views.ts';
import { checkTill, decideTillInventory, getTillCheck, readTillColumns } from './till-check.ts';
import { confirmTillFile, getTillFile, getTillFiles } from './till-files.ts';
import { getTillProfile, getTillSettings, setTillProfile } from './till-profile.ts';
import { acknowledgeTillPrices, getTillPrices, sendTillInventory } from './till-sync.ts';
import { previewUndo, undoSave } from './undo.ts';
import { getConfig, getLiveness, getOpenApi, getReadiness, getUserData } from './session.ts';
import { getSettings, setApprovalFlag, setQdpApprovalFlag, SETTING_CALLS } from './settings.ts';
import {
  confirmStandingRule,
  endStandingRule,
  getStandingRules,
  orderStandingRules,
  replayStandingRule,
  startStandingRule,
} from './standing-rules.ts';

/**
 * In mount order: literal paths before parameters (rule 13.1). Api, browser, OpenAPI and permission test follow from
 * it. Rule 1.9.
 */
export const ENDPOINTS = {
  getConfig,
  getLiveness,
  getReadiness,
  getOpenApi,
  setTestClock,
  runTestJobs,
  getUserData,
  listPharmacies,
  getDashboard,
  getHistory,
  getOwnHistory,
  getOwnLog,
  getSettings,
  setApprovalFlag,
  setQdpApprovalFlag,
  ...SETTING_CALLS,
  getTillSettings,
  setTillProfile,
  getNoticeAddresses,
  addNoticeAddress,
  removeNoticeAddress,
  getNoticeLink,
  confirmNotices,
  openWithdrawal,
  withdrawNotices,
  addMirror,
  removeMirror,
  searchPharmacies,
  getAdminOverview,
  getMessageEvents,
  redeliverMessage,
  getLzdPipeline,
  getStrayTills,
  removeTill,
  proposeNoticeAddress,
  remindOfLzd,
  checkLzd,
  exportLogs,
  openLogExport,
  downloadLogExport,
  getProductGroupInfo,
  findArticles,
  getPriceHistory,
  getPriceWay,
  getListArrivals,
  getChangesKept,
  getPricePeriods,
  endPricePeriods,
  getProductVersions,
  getProductBlock,
  getEventLog,
  getLogFile,
  activateUsers,
  uploadLzd,
  getUpdateState,
  getMdp,
  getQdp,
  getLzd,
  getReviewContext,
  getReviewFigures,
  getReviewMarks,
  setReviewMarks,
  getListReviewMarks,
  setListReviewMarks,
  getListViews,
  setListView,
  getBulkRules,
  setBulkRule,
  getDueReviews,
  keepFixedPrices,
  takeBackKept,
  getStandingRules,
  startStandingRule,
  orderStandingRules,
  confirmStandingRule,
  endStandingRule,
  replayStandingRule,
  approveMdp,
  approveQdp,
  approveLzd,
  approvePart,
  takeBackPart,
  saveMdp,
  saveQdp,
  saveLzd,
  revertMdp,
  revertQdp,
  revertLzd,
  deleteMdp,
  deleteQdp,
  deleteLzd,
  releaseLzd,
  releaseLzdByPost,
  intakePharmacies,
  getIntakePharmacies,
  createPharmacy,
  checkPharmacyFile,
  takeInPharmacyFile,
  intakeMdp,
  intakeQdp,
  intakeLzd,
  getDelivery,
  getDeliveries,
  getDeliveryFile,
  takeInDelivery,
  decideHeldProducts,
  refuseDelivery,
  getTillPrices,
  getTillProfile,
  acknowledgeTillPrices,
  sendTillInventory,
  getPriceListPdf,
  openPdf,
  createPdf,
  createLabels,
  getLabelState,
  getLabelRows,
  markLabelsPrinted,
  undoLabelsPrinted,
  getShelf,
  csvMetaData,
  importPrices,
  downloadTillFile,
  getTillCheck,
  readTillColumns,
  checkTill,
  decideTillInventory,
  getTillFiles,
  getTillFile,
  confirmTillFile,
  previewUndo,
  undoSave,
  getPriceList,
  savePriceList,
} as const satisfies Record<string, Endpoint>;

export const UPDATE_ENDPOINTS = {
  MDP: { get: getMdp, approve: approveMdp, save: saveMdp, revert: revertMdp, remove: deleteMdp },
  QDP: { get: getQdp, approve: approveQdp, save: saveQdp, revert: revertQdp, remove: deleteQdp },
  LZD: { get: getLzd, approve: approveLzd, save: saveLzd, revert: revertLzd, remove: deleteLzd },
} as const satisfies Record<UpdateKind, object>;

export type EndpointName = keyof typeof ENDPOINTS;
