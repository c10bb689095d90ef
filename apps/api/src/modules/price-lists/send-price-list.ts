import type { ProductGroup } from '@portal/rules';
import type { Request, Response } from 'express';
import type pg from 'pg';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import { type AnswerForm, type ColumnsSender, joinAnswer } from '../../http/send-columns.ts';
import {
  type ListHead,
  readBlockedPzns,
  readListPieces,
  readListRows,
  readListState,
  readPricesPieces,
} from './read-price-list.ts';

type PriceListCall = { pharmacy: PharmacyContext; caller: Caller; request: Request; response: Response };

/** Rule 4.17. */
export function sendPriceList(
  { db, send }: { db: pg.Pool; send: ColumnsSender },
  call: PriceListCall,
  productGroup: ProductGroup,
): Promise<void> {
  const { pharmacy } = call;
  const read = async () => {
    const state = await readListState(db, pharmacy, productGroup, call.caller.access);
    return { key: state.key, build: (form: AnswerForm) => build(db, pharmacy, productGroup, state, form) };
  };
  return send(call, read, ['rows', 'columns', 'prices']);
}

const READ = { rows: readListRows, columns: readListPieces, prices: readPricesPieces };

async function build(
  db: pg.Pool,
  pharmacy: PharmacyContext,
  productGroup: ProductGroup,
  state: Awaited<ReturnType<typeof readListState>>,
  form: AnswerForm,
): Promise<Buffer> {
  const blocked = await readBlockedPzns(db, pharmacy.listApoId, state.blocking);
  // A save in between: rows carry their own version.
  const head: ListHead = {
    productGroup,
    parentPharmacy: state.parentPharmacy,
    blockEdit: state.blockEdit,
    blockedProducts: blocked.map((pzn) => ({ pzn })),
  };
  const list = { apoId: pharmacy.listApoId, group: productGroup };
  return joinAnswer(head, await READ[form](db, list));
}
