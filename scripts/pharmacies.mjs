// `pnpm pharmacies FILE [--check]`: takes in pharmacies from a CSV or Excel file, or says what it would do. Ends with 1 where some are refused, with
// 2 where it is called wrongly or cannot do its work.
import { takeInPharmacyFile } from '../apps/api/src/modules/pharmacy-intake/pharmacies-command.ts';

process.chdir(process.env.PORTAL_CALLED_FROM ?? '.');
const say = (line) => void process.stdout.write(`${line}\n`);
const complain = (line) => void process.stderr.write(`${line}\n`);
process.exitCode = await takeInPharmacyFile(process.argv.slice(2), process.env, { say, complain });
