import { COLUMNS_MEDIA_TYPE } from '@portal/contracts';
import type { ProductGroup } from '@portal/rules';
import type { Request, Response } from 'express';
import type pg from 'pg';
import type { PharmacyContext } from '../../auth/pharmacy-access.ts';
import type { Caller } from '../../auth/verifier.ts';
import { PortalError } from '../../http/errors.ts';
import { TEXT } from '../../texts/de.ts';
import { BodyCache, type Encoding, encodeBody } from './list-cache.ts';
import {
  joinAnswer,
  type ListHead,
  readBlockedPzns,
  readColumnsJson,
  readListState,
  readRowsJson,
} from './read-price-list.ts';

type Form = 'columns' | 'rows';

/**
 * Answers a price list in the form and encoding the caller accepts. The body is built once per state of the list and
 * kept compressed; an unchanged list answers 304.
 */
export function createPriceListSender(db: pg.Pool, maxCacheBytes = 192 * 1024 * 1024) {
  const cache = new BodyCache(maxCacheBytes);

  return async (
    call: { pharmacy: PharmacyContext; caller: Caller; request: Request; response: Response },
    productGroup: ProductGroup,
  ): Promise<void> => {
    const { pharmacy, request, response } = call;
    const form = acceptedForm(request);
    const encoding = acceptedEncoding(request);
    const state = await readListState(db, pharmacy, productGroup, call.caller.access);
    const key = `${state.key}.${form}.${encoding}`;
    response.set({
      'Content-Type': form === 'columns' ? COLUMNS_MEDIA_TYPE : 'application/json; charset=utf-8',
      'Cache-Control': 'private, no-cache',
      ETag: `"${key}"`,
      Vary: 'Accept, Accept-Encoding, Authorization',
    });
    if (request.fresh) {
      response.status(304).end();
      return;
    }
    const body = await cache.get(key, () => build(pharmacy, productGroup, state, form, encoding));
    if (encoding !== 'identity') response.set('Content-Encoding', encoding);
    response.set('Content-Length', String(body.length)).end(body);
  };

  async function build(
    pharmacy: PharmacyContext,
    productGroup: ProductGroup,
    state: Awaited<ReturnType<typeof readListState>>,
    form: Form,
    encoding: Encoding,
  ): Promise<Buffer> {
    const blocked = await readBlockedPzns(db, state.blocking);
    const read = form === 'columns' ? readColumnsJson : readRowsJson;
    const { version, json } = await read(db, pharmacy.listApoId, productGroup);
    const head: ListHead = {
      // A save between the two reads makes the rows newer than the key says: they then carry their own version.
      version,
      productGroup,
      parentPharmacy: state.parentPharmacy,
      blockEdit: state.blockEdit,
      blockedProducts: blocked.map((pzn) => ({ pzn })),
    };
    const member = form === 'columns' ? 'columns' : 'pricelist';
    return encodeBody(joinAnswer(head, member, json), encoding);
  }
}

/** Rows are the specified answer and the default; columns only when asked for by name. */
function acceptedForm(request: Request): Form {
  const accepted = request.accepts(['application/json', COLUMNS_MEDIA_TYPE]);
  if (accepted === false) throw new PortalError(406, 'invalid_request', TEXT.notAcceptable);
  return accepted === COLUMNS_MEDIA_TYPE ? 'columns' : 'rows';
}

/** Best first. The order of a browser's header says nothing, since it gives all the same weight. */
const ENCODINGS: Encoding[] = ['zstd', 'br', 'gzip', 'identity'];

function acceptedEncoding(request: Request): Encoding {
  return ENCODINGS.find((encoding) => request.acceptsEncodings(encoding)) ?? 'identity';
}
