import { UPDATE_KINDS } from '@portal/rules';
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  FEW_MARKS,
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
import { deadlineSchema, holdSchema, pharmacySchema } from './pharmacies.ts';
import type { Joined } from './list-pieces.ts';
import { COLUMNS_MEDIA_TYPE } from './constants.ts';
import { approvalEditRowSchema, lzdRowSchema, mdpRowSchema, qdpRowSchema, updateColumns } from './rows/update-row.ts';

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
  /** Rises with every draft and action. */
  version: z.number().int(),
  /** Of the list with the rows' types. */
  listVersion: z.number().int(),
  itemCount: z.number().int(),
  createdAt: instantSchema,
  updatedAt: instantSchema,
  approver: z.string().nullable(),
  approvalDate: instantSchema.nullable(),
  deletedAt: instantSchema.nullable(),
  closedReason: z.string().nullable(),
  /** null where the clock does nothing. */
  deadline: deadlineSchema,
  held: holdSchema,
  reopenedAt: instantSchema.nullable(),
  mayReopen: z.boolean(),
  mayDelete: z.boolean(),
  /** Staff only (rule 6.21). */
  reopenMessage: z.string().nullable(),
  reopenWarning: z.string().nullable(),
  /** Changed since the package arrived; approving sets them again. */
  approvalWarning: z.object({ count: z.number().int(), message: z.string() }).nullable(),
  /** On arrival (rule 20.2). */
  doubts: z.array(z.string()),
  /** Edited in the main pharmacy only. */
  isShadowPharmacy: z.boolean(),
  /** With untouched drafts (rule 18.9); `asks`: rule 18.12. */
  standingRules: z.array(z.object({ id: z.number().int(), name: z.string(), asks: z.boolean() })),
  /** Rule 6.31. */
  parts: z.array(
    z.object({
      number: z.number().int(),
      userName: z.string(),
      approvedAt: instantSchema,
      rows: z.number().int(),
      /** Rule 6.32. */
      mayTakeBack: z.boolean(),
    }),
  ),
};

/** 0 open, above 0 approved, -1 deleted. */
const statusSchema = z.number().int();
const mdpHead = { ...updateHead, approvalStatus: statusSchema };
const qdpHead = { ...updateHead, approved: statusSchema };
const lzdHead = {
  ...qdpHead,
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

const setting = z
  .string()
  .max(200)
  .refine(...FEW_MARKS)
  .nullish();
const editsBody = {
  products: z.array(approvalEditRowSchema).max(100_000),
  version: z.number().int().nonnegative().optional(),
  listVersion: z.number().int().nonnegative().optional(),
  reason: reasonSchema,
};
const updateBody = z.object(editsBody);
const lzdBody = z.object({ ...editsBody, filterSetting: setting, sortOrderSetting: setting });

export const approveAnswerSchema = z.object({
  status: z.literal('OK'),
  loaded: z.number().int(),
  changed: z.number().int(),
  leftOut: z.number().int(),
  /** Taken off the list (rule 14.24). */
  left: z.number().int(),
  contractActivated: z.boolean(),
});
export type ApproveAnswer = z.infer<typeof approveAnswerSchema>;

export const saveUpdateAnswerSchema = z.object({
  status: z.literal('OK'),
  version: z.number().int(),
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
    cost: 'list',
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

/** Polled every minute. `drafts`: corrections by last author. */
export const updateStateSchema = z.object({
  approvalStatus: statusSchema,
  version: z.number().int(),
  approver: z.string().nullable(),
  approvalDate: instantSchema.nullable(),
  deletedAt: instantSchema.nullable(),
  drafts: z.array(
    z.object({
      userName: z.string(),
      count: z.number().int(),
      /** null: unknown; absent in older releases. */
      savedAt: instantSchema.nullish(),
    }),
  ),
  parts: z.number().int().optional(),
});
export type UpdateState = z.infer<typeof updateStateSchema>;

export const getUpdateState = endpoint({
  id: 'getUpdateState',
  summary: 'Whether an update package is still as it was loaded',
  method: 'GET',
  path: '/api/price/state/:kind/:pharmacyId/:token/:id/:productGroup',
  access: { kind: 'pharmacy', withoutPilot: 'staff' },
  cost: 'light',
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
    cost: 'write',
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
    cost: 'write',
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
    cost: 'write',
    params: z.object({ ...pharmacyPath, ...updatePath }),
    /** Which periods were not given back (rule 17.5). */
    answer: statusOkSchema.extend({ message: z.string().optional() }),
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
    cost: 'write',
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
  cost: 'write',
  params: releaseParams,
  answer: statusOkSchema,
} as const;
/** A GET as specified, although it changes state; staff only (rule 6.19). */
export const releaseLzd = endpoint({ ...release, id: 'releaseLzd', method: 'GET', changesState: true });
export const releaseLzdByPost = endpoint({ ...release, id: 'releaseLzdByPost', method: 'POST' });

export const activateUsers = endpoint({
  id: 'activateUsers',
  summary: 'Gives the users of a pharmacy access',
  method: 'POST',
  path: '/api/solvena/activateUsers',
  access: { kind: 'staff' },
  cost: 'write',
  body: z.object({
    pharmacyId: z.union([z.number().int().positive().max(2_147_483_647), pharmacyIdSchema]),
    token: pharmacyTokenSchema,
    demo: z.boolean().optional(),
  }),
  answer: z.object({
    status: z.literal('OK'),
    activatedUsers: z.array(z.string()),
  }),
});
