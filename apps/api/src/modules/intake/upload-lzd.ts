import { kindsWith, lzdFileWarnings, parseLzdFileName, type ProductGroup, type ResetChoice } from '@portal/rules';
import type { Database } from '../../db/database.ts';
import { fileRefused } from '../../http/errors.ts';
import type { Actor } from '../history-writing/index.ts';
import { fileHash, findEarlier } from './find-delivery.ts';
import { INTAKE_TEXT } from './intake-texts.ts';
import type { IntakeDeps, TakenIn } from './intake-types.ts';
import { takeInPackage } from './take-in-package.ts';
import { requireUploadWindow } from './upload-window.ts';

/** An uploaded file on disk, under the name it had. */
export type LzdFile = { readonly path: string; readonly name: string };

/**
 * Rule 6.4.
 * @throws PortalError 409, 422
 */
export async function uploadLzd(
  deps: IntakeDeps,
  options: {
    pharmacy: { apoId: number; name: string };
    file: LzdFile;
    resetChoice: ResetChoice;
    takesRed: boolean;
    actor: Actor;
  },
): Promise<TakenIn & { message: string | null }> {
  const { pharmacy, file, resetChoice, takesRed, actor } = options;
  requireUploadWindow(deps.clock);
  const group = await validateLzdName(deps.database, { pharmacy, file });
  const delivery = { kind: 'LZD' as const, apoId: pharmacy.apoId, group, file, resetChoice, actor };
  const earlier = await findEarlier(deps.database.pool, delivery, await fileHash(file));
  const taken = await takeInPackage(deps, { ...delivery, once: false, changesProducts: false, takesRed });
  return { ...taken, message: earlier && INTAKE_TEXT.wasHere(earlier.id, earlier.text) };
}

/**
 * Rule 6.4.
 * @throws PortalError 422, 409
 */
export async function validateLzdName(
  { prisma }: Database,
  { pharmacy, file }: { pharmacy: { apoId: number; name: string }; file: LzdFile },
): Promise<ProductGroup> {
  const parsed = parseLzdFileName(file.name);
  if (!parsed) throw fileRefused(422, INTAKE_TEXT.badName(file.name));
  const open = await prisma.priceUpdate.count({
    where: {
      apoId: pharmacy.apoId,
      productGroup: parsed.productGroup,
      status: 0,
      kind: { notIn: kindsWith('isUploaded') },
    },
  });
  const groupsWithOpenUpdate = open > 0 ? [parsed.productGroup] : [];
  const warnings = lzdFileWarnings(file.name, { apoId: pharmacy.apoId, groupsWithOpenUpdate });
  const sentences = {
    badName: INTAKE_TEXT.badName(file.name),
    otherPharmacy: INTAKE_TEXT.otherPharmacy(file.name, `${pharmacy.apoId} ${pharmacy.name}`),
    openUpdate: INTAKE_TEXT.openUpdate(parsed.productGroup),
  };
  if (warnings.length > 0) {
    const onlyState = warnings.every((warning) => warning === 'openUpdate');
    throw fileRefused(onlyState ? 409 : 422, warnings.map((warning) => sentences[warning]).join(' '));
  }
  return parsed.productGroup;
}
