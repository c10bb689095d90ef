/** Lines for the person who looks after the till's computer. */
export type Log = { info(line: string): void; error(line: string): void };

/** Ordinary lines to the output, failures to the error output, each with date and time of this computer. */
export const terminalLog: Log = {
  info: (line) => void process.stdout.write(`${stamp()}  ${line}\n`),
  error: (line) => void process.stderr.write(`${stamp()}  FEHLER: ${line}\n`),
};

function stamp(): string {
  return new Date().toLocaleString('de-DE', { dateStyle: 'medium', timeStyle: 'medium' }).replace(',', '');
}
