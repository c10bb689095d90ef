import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  instantSchema,
  integerText,
  pharmacyIdSchema,
  pharmacyTokenSchema,
  productGroupParamSchema,
  productGroupSchema,
  reasonSchema,
  rowCountSchema,
  statusOkSchema,
} from './fields.ts';
import { deadlineSchema, heldSchema, pharmacySchema } from './pharmacies.ts';
import type { Joined } from './list-pieces.ts';
import { COLUMNS_MEDIA_TYPE } from './constants.ts';
import { approvalEditRowSchema, lzdRowSchema, mdpRowSchema, qdpRowSchema, updateColumns } from './rows/update-row.ts';

/** Number of an update package; unique in the whole portal. */
export const updateIdSchema = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, { error: 'Die Nummer eines Updates besteht aus 1 bis 10 Ziffern.' })
  .transform(Number)
  .refine((id) => id <= 2_147_483_647, { error: 'Die Nummer des Updates ist zu groß.' })
  .meta(integerText(1, 2_147_483_647));

const updateHead = {
  kind: z.enum(UPDATE_KINDS),
  id: z.number().int(),
  productGroup: productGroupSchema,
  /** Of the package: rises with every draft and every step; PUT bodies may carry it. */
  version: z.number().int(),
  /** Of the pharmacy's price list that the rows' types were read from; PUT bodies may carry it. */
  listVersion: z.number().int(),
  itemCount: z.number().int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  approver: z.string().nullable(),
  approvalDate: instantSchema.nullable(),
  /** Set when the status is -1. */
  deletedAt: instantSchema.nullable(),
  /** Why it was deleted, e.g. 'ersetzt durch 4711'. */
  closedReason: z.string().nullable(),
  /** What the clock will do, and when; null where it does nothing. */
  deadline: deadlineSchema,
  /** null for a package that is not open. */
  held: heldSchema,
  reopenedAt: instantSchema.nullable(),
  mayReopen: z.boolean(),
  mayDelete: z.boolean(),
  /** Staff only: why an approved list cannot be reopened (rule 6.21). */
  reopenMessage: z.string().nullable(),
  /** What reopening risks, to be shown with its confirmation; null unless `mayReopen`. */
  reopenWarning: z.string().nullable(),
  /** Products whose price or type has changed since the package arrived; approving sets them again. Open packages only. */
  approvalWarning: z.object({ count: z.number().int(), message: z.string() }).nullable(),
  /** True for a mirror: everything here can only be edited in the main pharmacy. */
  isShadowPharmacy: z.boolean(),
};

/** 0 open, above 0 approved, -1 deleted. */
const statusSchema = z.number().int();
const mdpHead = { ...updateHead, approvalStatus: statusSchema };
const qdpHead = { ...updateHead, approved: statusSchema };
const lzdHead = {
  ...qdpHead,
  /** The list's own pharmacy: the main pharmacy for a mirror. */
  pharmacy: pharmacySchema.pick({
    apoId: true,
    crmCompanyId: true,
    name: true,
    street: true,
    zipcode: true,
    city: true,
    contractStatus: true,
    active: true,
    userAccessActivated: true,
    userEmails: true,
  }),
  readyForApproval: z.boolean(),
  /** 0 replaces the list, 1 updates it and adds new products. */
  resetChoice: z.union([z.literal(0), z.literal(1)]),
  /** The list was empty when it arrived: a first calculation; else a recalculation. */
  firstCalculation: z.boolean(),
  sortOrderSetting: z.string().nullable(),
  filterSetting: z.string().nullable(),
};

export const mdpSchema = z.object({ ...mdpHead, products: z.array(mdpRowSchema) });
export const qdpSchema = z.object({ ...qdpHead, products: z.array(qdpRowSchema) });
export const lzdSchema = z.object({ ...lzdHead, products: z.array(lzdRowSchema) });
const rowsInPieces = { count: rowCountSchema, pieces: z.array(updateColumns) };
export const mdpPiecesSchema = z.object({ ...mdpHead, ...rowsInPieces });
export const qdpPiecesSchema = z.object({ ...qdpHead, ...rowsInPieces });
export const lzdPiecesSchema = z.object({ ...lzdHead, ...rowsInPieces });
export type MdpAnswer = z.infer<typeof mdpSchema>;
export type QdpAnswer = z.infer<typeof qdpSchema>;
export type LzdAnswer = z.infer<typeof lzdSchema>;
export type MdpColumnsAnswer = Joined<z.infer<typeof mdpPiecesSchema>>;
export type QdpColumnsAnswer = Joined<z.infer<typeof qdpPiecesSchema>>;
export type LzdColumnsAnswer = Joined<z.infer<typeof lzdPiecesSchema>>;

const setting = z.string().max(200).nullish();
const editsBody = {
  products: z.array(approvalEditRowSchema).max(100_000),
  /** `version` of the answer the edits were made on: lets the server see newer changes of others. */
  version: z.number().int().nonnegative().optional(),
  /** `listVersion` of that answer. */
  listVersion: z.number().int().nonnegative().optional(),
  /** Of the sent rows that hold an edit. */
  reason: reasonSchema,
};
const updateBody = z.object(editsBody);
const lzdBody = z.object({ ...editsBody, filterSetting: setting, sortOrderSetting: setting });

export const approveAnswerSchema = z.object({
  status: z.literal('OK'),
  /** Rows of the package that were loaded into the list; 0 for an approval of nothing. */
  loaded: z.number().int(),
  /** Products whose price or type changed effectively; 0 when the list stays as it is. */
  changed: z.number().int(),
  /** Rows that were left out: inactive, or no longer of this list. */
  leftOut: z.number().int(),
  /** Articles that the approval took off the list, as an LZD that resets it does (rule 14.24). */
  left: z.number().int(),
  /** True when this approval activated the pharmacy's contract (first LZD). */
  contractActivated: z.boolean(),
});
export type ApproveAnswer = z.infer<typeof approveAnswerSchema>;

export const saveUpdateAnswerSchema = z.object({
  status: z.literal('OK'),
  /** The package's version now. */
  version: z.number().int(),
  /** Rows whose draft changed. */
  saved: z.number().int(),
});

const pharmacyPath = { pharmacyId: pharmacyIdSchema, token: pharmacyTokenSchema };
const updatePath = { id: updateIdSchema, productGroup: productGroupParamSchema };

function reading<
  const Id extends string,
  const Path extends string,
  Answer extends z.ZodType,
  Columns extends z.ZodType,
>(id: Id, row: string, path: Path, answer: Answer, columns: Columns) {
  return endpoint({
    id,
    row,
    summary: 'An update package with its rows',
    method: 'GET',
    path,
    access: { kind: 'pharmacy', withoutPilot: 'staff' },
    params: z.object({ ...pharmacyPath, ...updatePath }),
    answer,
    answerKind: 'negotiated',
    media: { [COLUMNS_MEDIA_TYPE]: columns },
  });
}

export const getMdp = reading(
  'getMdp',
  'H26',
  '/api/price/mdp/:pharmacyId/:token/:id/:productGroup',
  mdpSchema,
  mdpPiecesSchema,
);
export const getQdp = reading(
  'getQdp',
  'H27',
  '/api/price/qdp/:pharmacyId/:token/:id/:productGroup',
  qdpSchema,
  qdpPiecesSchema,
);
export const getLzd = reading(
  'getLzd',
  'H28',
  '/api/price/lzd/:pharmacyId/:token/:id/:productGroup',
  lzdSchema,
  lzdPiecesSchema,
);

/**
 * What has become of a package while it is open on a screen: cheap enough to be asked every minute. `drafts` counts the stored
 * corrections by who saved them last.
 */
export const updateStateSchema = z.object({
  /** 0 open, above 0 approved, -1 deleted. */
  approvalStatus: statusSchema,
  version: z.number().int(),
  approver: z.string().nullable(),
  approvalDate: instantSchema.nullable(),
  /** Set when the status is -1. */
  deletedAt: instantSchema.nullable(),
  drafts: z.array(
    z.object({
      userName: z.string(),
      count: z.number().int(),
      /** When they last saved any; null where the history does not say, absent in answers of older releases. */
      savedAt: instantSchema.nullish(),
    }),
  ),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

export const getUpdateState = endpoint({
  id: 'getUpdateState',
  summary: 'Whether an update package is still as it was loaded',
  method: 'GET',
  path: '/api/price/state/:kind/:pharmacyId/:token/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  params: z.object({ kind: z.enum(UPDATE_KINDS), ...pharmacyPath, ...updatePath }),
  answer: updateStateSchema,
});

function approving<const Id extends string, const Path extends string, Body extends z.ZodType>(
  id: Id,
  row: string,
  path: Path,
  body: Body,
) {
  return endpoint({
    id,
    row,
    summary: 'Approves an update package: its prices become those of the list',
    method: 'PUT',
    path,
    access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
    rate: 'save',
    params: z.object({ ...pharmacyPath, ...updatePath }),
    body,
    bodyLimit: 'list',
    answer: approveAnswerSchema,
  });
}

export const approveMdp = approving(
  'approveMdp',
  'H29',
  '/api/price/approve/mdp/:pharmacyId/:token/:id/:productGroup',
  updateBody,
);
export const approveQdp = approving(
  'approveQdp',
  'H29',
  '/api/price/approve/qdp/:pharmacyId/:token/:id/:productGroup',
  updateBody,
);
export const approveLzd = approving(
  'approveLzd',
  'H30',
  '/api/price/approve/lzd/:pharmacyId/:token/:id/:productGroup',
  lzdBody,
);

function saving<const Id extends string, const Path extends string, Body extends z.ZodType>(
  id: Id,
  path: Path,
  body: Body,
) {
  return endpoint({
    id,
    summary: 'Saves edits of an update package without approving it',
    method: 'PUT',
    path,
    access: { kind: 'pharmacy', write: true, withoutPilot: 'nobody' },
    rate: 'save',
    params: z.object({ ...pharmacyPath, ...updatePath }),
    body,
    bodyLimit: 'list',
    answer: saveUpdateAnswerSchema,
  });
}

export const saveMdp = saving('saveMdp', '/api/price/save/mdp/:pharmacyId/:token/:id/:productGroup', updateBody);
export const saveQdp = saving('saveQdp', '/api/price/save/qdp/:pharmacyId/:token/:id/:productGroup', updateBody);
export const saveLzd = saving('saveLzd', '/api/price/save/lzd/:pharmacyId/:token/:id/:productGroup', lzdBody);

function reverting<const Id extends string, const Path extends string>(id: Id, path: Path) {
  return endpoint({
    id,
    summary: 'Takes an approval back: the list gets its former prices, the package is open again',
    method: 'DELETE',
    path,
    access: { kind: 'pharmacy', write: true, staffOnly: true, withoutPilot: 'nobody' },
    rate: 'save',
    params: z.object({ ...pharmacyPath, ...updatePath }),
    answer: statusOkSchema,
  });
}

export const revertMdp = reverting('revertMdp', '/api/price/approve/mdp/:pharmacyId/:token/:id/:productGroup');
export const revertQdp = reverting('revertQdp', '/api/price/approve/qdp/:pharmacyId/:token/:id/:productGroup');
export const revertLzd = reverting('revertLzd', '/api/price/approve/lzd/:pharmacyId/:token/:id/:productGroup');

function deleting<const Id extends string, const Path extends string>(id: Id, row: string, path: Path) {
  return endpoint({
    id,
    row,
    summary: 'Deletes an open update package',
    method: 'DELETE',
    path,
    access: { kind: 'pharmacy', write: true, staffOnly: true, withoutPilot: 'staff' },
    rate: 'save',
    params: z.object({ id: updateIdSchema, apoId: pharmacyIdSchema, token: pharmacyTokenSchema }),
    answer: statusOkSchema,
  });
}

export const deleteMdp = deleting('deleteMdp', 'H33', '/api/price/mdp/:id/:apoId/:token');
export const deleteQdp = deleting('deleteQdp', 'H33', '/api/price/qdp/:id/:apoId/:token');
export const deleteLzd = deleting('deleteLzd', 'H34', '/api/price/lzd/:id/:apoId/:token');

const releaseParams = z.object({ apoId: pharmacyIdSchema, lzdId: updateIdSchema });
const release = {
  summary: 'Releases an LZD for approval by the pharmacist',
  path: '/api/price/initapproval/lzd/:apoId/:lzdId',
  access: { kind: 'staff' },
  params: releaseParams,
  answer: statusOkSchema,
} as const;
/** Changes state although it is a GET, as the call table has it: bearer only, staff only, never stored (rule 6.19). */
export const releaseLzd = endpoint({ ...release, id: 'releaseLzd', method: 'GET', changesState: true });
export const releaseLzdByPost = endpoint({ ...release, id: 'releaseLzdByPost', method: 'POST' });

/** 'TruePrice Apothekenzugriff aktivieren' and 'Demo freischalten': owner and deputies may use the tool. */
export const activateUsers = endpoint({
  id: 'activateUsers',
  summary: 'Gives the users of a pharmacy access',
  method: 'POST',
  path: '/api/solvena/activateUsers',
  access: { kind: 'staff' },
  body: z.object({
    /** apoId or crmCompanyId */
    pharmacyId: z.union([z.number().int().positive().max(2_147_483_647), pharmacyIdSchema]),
    token: pharmacyTokenSchema,
    /** True for the demo activation; it only decides what the history says. */
    demo: z.boolean().optional(),
  }),
  answer: z.object({
    status: z.literal('OK'),
    /** Who has access now, as the success message names them. The persons come from the identity provider. */
    activatedUsers: z.array(z.string()),
  }),
});
