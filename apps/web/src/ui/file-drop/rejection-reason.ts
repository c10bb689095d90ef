/** Why a dropped file is not taken (rule 10.5). */
export type FileRejectionReason = 'size' | 'no_multiple' | 'type';

/** The reason as specified; 'several files' comes before other reasons. */
export function rejectionReason(
  rejections: readonly { readonly errors: readonly { readonly code: string }[] }[],
): FileRejectionReason {
  const codes = new Set(rejections.flatMap(({ errors }) => errors.map(({ code }) => code)));
  if (rejections.length > 1 || codes.has('too-many-files')) return 'no_multiple';
  return codes.has('file-too-large') ? 'size' : 'type';
}
