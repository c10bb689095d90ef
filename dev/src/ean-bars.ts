const LEFT = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
/** Which of the left digits are in the second set says the first digit (ISO/IEC 15420). */
const SETS = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];

export const EAN_MODULES = 95;

/** @returns the modules of an EAN-13 without quiet zones, '1' is a bar; `twelve`: its digits without the check digit */
export function eanModules(twelve: string): string {
  const digits = Array.from(withCheckDigit(twelve), Number);
  const sets = SETS[digits[0] as number] as string;
  const half = (from: number, codeOf: (digit: number, at: number) => string) =>
    digits
      .slice(from, from + 6)
      .map(codeOf)
      .join('');
  const left = half(1, (digit, at) => (sets[at] === 'L' ? leftOf(digit) : reversed(inverted(leftOf(digit)))));
  return `101${left}01010${half(7, (digit) => inverted(leftOf(digit)))}101`;
}

export function withCheckDigit(twelve: string): string {
  const sum = Array.from(twelve, Number).reduce((total, digit, at) => total + digit * (at % 2 === 0 ? 1 : 3), 0);
  return `${twelve}${(10 - (sum % 10)) % 10}`;
}

const leftOf = (digit: number) => LEFT[digit] as string;
const inverted = (modules: string) => Array.from(modules, (each) => (each === '1' ? '0' : '1')).join('');
const reversed = (modules: string) => Array.from(modules).toReversed().join('');
