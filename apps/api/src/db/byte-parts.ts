/** Joined once: each copy of a list costs a megabyte. */
export type ByteParts = readonly Buffer[];

/** The bytes from `from` on, and before `to`. */
export function cutParts(parts: ByteParts, from: number, to: number = Number.POSITIVE_INFINITY): Buffer[] {
  const cut: Buffer[] = [];
  let start = 0;
  for (const part of parts) {
    const end = start + part.length;
    if (end > from && start < to) cut.push(part.subarray(Math.max(0, from - start), Math.min(part.length, to - start)));
    start = end;
  }
  return cut;
}

/** How many bytes they are together. */
export function lengthOf(parts: ByteParts): number {
  return parts.reduce((sum, part) => sum + part.length, 0);
}

/** The lines of a text, without what ends them. */
export function linesOf(parts: ByteParts): Buffer[][] {
  let line: Buffer[] = [];
  const lines = [line];
  for (const part of parts) {
    let from = 0;
    for (let end = part.indexOf('\n'); end !== -1; end = part.indexOf('\n', from)) {
      line.push(part.subarray(from, end));
      lines.push((line = []));
      from = end + 1;
    }
    line.push(part.subarray(from));
  }
  return lines;
}
