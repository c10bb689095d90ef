/** A telephone number as a dial link takes it. */
export function dialable(number: string): string {
  return number.replace(/[^+\d]/g, '');
}
