/** Who acted, as people see it: a program's account is TruePrice itself (rule 11.11). */
export function personName(userName: string): string {
  return userName.startsWith('service-account-') ? 'TruePrice' : userName;
}
