import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';

/** A zip archive that is made piece by piece. */
export type ZipPieces = {
  /** Begins a part. Its content comes as text or bytes; parts that are packed already are stored as they are. */
  readonly open: (
    name: string,
    options?: { stored?: boolean },
  ) => (content: string | Uint8Array, last: boolean) => void;
  readonly end: () => void;
  /** What is ready of the archive and has not been taken yet; parts come out one after the other, whatever is written first. */
  readonly take: () => Uint8Array[];
};

/** @param at the time that the archive's directory names, in the server's own time zone: the same content gives the same bytes */
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
