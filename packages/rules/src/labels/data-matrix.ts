/** Modules per edge. */
export const DATA_MATRIX_SIZE = 16;
const INSIDE = DATA_MATRIX_SIZE - 2;
/** Modules. */
export const DATA_MATRIX_QUIET = 2;
const DATA = 12;
const CHECKS = 12;
/** Head and end of a message in format 06 (ISO/IEC 15434). */
const MACRO_06 = 237;
const PAD = 129;

/**
 * '11', the PZN and two check digits: weighted sum modulo 97 (IFA).
 * @param pzn eight digits
 */
export function ppnOf(pzn: string): string {
  if (!/^\d{8}$/.test(pzn)) throw new RangeError(`no PZN: ${pzn}`);
  const text = `11${pzn}`;
  let sum = 0;
  for (let at = 0; at < text.length; at++) sum += text.charCodeAt(at) * (at + 2);
  return text + String(sum % 97).padStart(2, '0');
}

/** ECC 200, 16 by 16, true: dark; format 06 with the PPN under '9N', always nine codewords (rule 16.7). */
export function pznDataMatrix(pzn: string): boolean[][] {
  const data = [MACRO_06, '9'.charCodeAt(0) + 1, 'N'.charCodeAt(0) + 1];
  const ppn = ppnOf(pzn);
  for (let at = 0; at < ppn.length; at += 2) data.push(130 + Number(ppn.slice(at, at + 2)));
  data.push(PAD);
  while (data.length < DATA) data.push(scatteredPad(data.length + 1));
  const codewords = [...data, ...checksOf(data)];

  const bits = placeBits();
  return Array.from({ length: DATA_MATRIX_SIZE }, (_, row) =>
    Array.from({ length: DATA_MATRIX_SIZE }, (__, column) => {
      if (column === 0 || row === DATA_MATRIX_SIZE - 1) return true;
      if (row === 0) return column % 2 === 0;
      if (column === DATA_MATRIX_SIZE - 1) return row % 2 === 1;
      const found = bits[(row - 1) * INSIDE + column - 1];
      // the rest at the lower right is dark, light, light, dark
      if (!found) return row === column;
      return (((codewords[found.codeword] as number) >> (7 - found.bit)) & 1) === 1;
    }),
  );
}

/** Position from 1. */
function scatteredPad(position: number): number {
  const sum = PAD + ((149 * position) % 253) + 1;
  return sum <= 254 ? sum : sum - 254;
}

/** In the field of 256 by 301. */
const POWERS: number[] = [];
const LOGARITHMS: number[] = [];
for (let power = 0, value = 1; power < 255; power++) {
  POWERS.push(value);
  LOGARITHMS[value] = power;
  value <<= 1;
  if (value > 255) value ^= 301;
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (POWERS[((LOGARITHMS[a] as number) + (LOGARITHMS[b] as number)) % 255] as number);
}

/** Highest coefficient first, without the leading 1. */
const GENERATOR = generator();
function generator(): number[] {
  let product = [1];
  for (let power = 1; power <= CHECKS; power++) {
    const root = POWERS[power] as number;
    product = [...product, 0].map((value, at) => value ^ times(product[at - 1] ?? 0, root));
  }
  return product.slice(1);
}

/** Reed-Solomon: a reader can correct six codewords. */
function checksOf(data: readonly number[]): number[] {
  let rest: number[] = Array.from({ length: CHECKS }, () => 0);
  for (const value of data) {
    const factor = value ^ (rest[0] as number);
    rest = [...rest.slice(1), 0].map((kept, at) => kept ^ times(GENERATOR[at] as number, factor));
  }
  return rest;
}

type BitPosition = { readonly codeword: number; readonly bit: number };

const SHAPE = [
  [-2, -2],
  [-2, -1],
  [-1, -2],
  [-1, -1],
  [-1, 0],
  [0, -2],
  [0, -1],
  [0, 0],
] as const;
const CORNERS = [
  [INSIDE - 3, 0],
  [INSIDE - 2, 0],
  [INSIDE - 1, 0],
  [0, INSIDE - 4],
  [0, INSIDE - 3],
  [0, INSIDE - 2],
  [0, INSIDE - 1],
  [1, INSIDE - 1],
] as const;

let placed: (BitPosition | undefined)[] | undefined;

/** ISO/IEC 16022, annex F. The four modules at the lower right are left over. */
function placeBits(): (BitPosition | undefined)[] {
  if (placed) return placed;
  const bits: (BitPosition | undefined)[] = Array.from({ length: INSIDE * INSIDE }, () => undefined);
  let codeword = 0;
  const placeModules = (modules: readonly (readonly [y: number, x: number])[]) => {
    for (const [bit, [y, x]] of modules.entries()) bits[y * INSIDE + x] = { codeword, bit };
    codeword += 1;
  };
  const placeAt = (row: number, column: number) => {
    if (row < 0 || row >= INSIDE || column < 0 || column >= INSIDE || bits[row * INSIDE + column]) return;
    placeModules(SHAPE.map(([down, right]) => wrapped(row + down, column + right)));
  };
  let [row, column] = [4, 0];
  while (row < INSIDE || column < INSIDE) {
    if (row === INSIDE - 2 && column === 0) placeModules(CORNERS);
    for (; row >= 0 && column < INSIDE; row -= 2, column += 2) placeAt(row, column);
    [row, column] = [row + 1, column + 3];
    for (; row < INSIDE && column >= 0; row += 2, column -= 2) placeAt(row, column);
    [row, column] = [row + 3, column + 1];
  }
  placed = bits;
  return bits;
}

/** Beyond the upper or left edge: the opposite one. */
function wrapped(row: number, column: number): [y: number, x: number] {
  const shift = 4 - ((INSIDE + 4) % 8);
  const [y, x] = row < 0 ? [row + INSIDE, column + shift] : [row, column];
  return x < 0 ? [y + shift, x + INSIDE] : [y, x];
}
