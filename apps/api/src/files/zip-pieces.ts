import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A zip archive that is made piece by piece. */
export type ZipPieces = {
  readonly open: (
    name: string,
    options?: { stored?: boolean },
  ) => (content: string | Uint8Array, last: boolean) => void;
  readonly end: () => void;
  /** Parts come out one after the other. */
  readonly take: () => Uint8Array[];
};

/** @param at in the directory: equal content gives equal bytes */
export function zipPieces(at: Date): ZipPieces {
  let ready: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    ready.push(piece);
  });
  return {
    open(name, { stored = false } = {}) {
      const part = stored ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 3 });
      part.mtime = at;
      zip.add(part);
      return (content, last) => part.push(typeof content === 'string' ? strToU8(content) : content, last);
    },
    end: () => zip.end(),
    take() {
      const taken = ready;
      ready = [];
      return taken;
    },
  };
}
