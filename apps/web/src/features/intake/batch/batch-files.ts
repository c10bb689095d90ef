import type { LzdCheck, LzdUploadAnswer } from '@portal/contracts';
import { parseLzdFileName, type ResetChoice, takesOffMany } from '@portal/rules';
import type { ApiError } from '../../../api/api-error.ts';

export type FileState =
  | { readonly phase: 'checking' }
  | { readonly phase: 'refused'; readonly failure: ApiError }
  | { readonly phase: 'checked'; readonly check: LzdCheck; readonly failure: ApiError | null }
  | { readonly phase: 'sending'; readonly check: LzdCheck }
  | { readonly phase: 'stored'; readonly check: LzdCheck; readonly answer: LzdUploadAnswer };

export type BatchFile = {
  readonly id: number;
  readonly file: File;
  /** What happens to the list; null until somebody has chosen (rule 6.27). */
  readonly choice: ResetChoice | null;
  /** Taken in though its check is red (rule 20.14). */
  readonly despiteRed: boolean;
  readonly state: FileState;
};

export type Checked = BatchFile & { readonly choice: ResetChoice; readonly state: { readonly check: LzdCheck } };

/** The later one would replace the earlier (rule 6.1). */
export function twiceForOneList(files: readonly BatchFile[]): ReadonlySet<number> {
  const waiting = Map.groupBy(
    files.filter(({ state }) => state.phase === 'checked'),
    ({ file }) => {
      const name = parseLzdFileName(file.name);
      return name ? `${name.apoId} ${name.productGroup}` : file.name;
    },
  );
  return new Set([...waiting.values()].flatMap((same) => (same.length > 1 ? same.map(({ id }) => id) : [])));
}

/** Rule 6.27. */
export function storableFiles(files: readonly BatchFile[]): Checked[] {
  const twice = twiceForOneList(files);
  return files.filter(
    (each): each is Checked =>
      each.state.phase === 'checked' && each.choice !== null && !twice.has(each.id) && !isWithheld(each),
  );
}

export function isWithheld({ state, despiteRed }: BatchFile): boolean {
  return state.phase === 'checked' && state.check.certificate.colour === 'red' && !despiteRed;
}

/** Rule 6.5. */
export function largeResets(files: readonly Checked[]): Checked[] {
  return files.filter(({ choice, state }) => choice === 0 && takesOffMany(state.check.leaving));
}
