import { startMailCatcher } from '@portal/dev/mail/catcher.ts';

// A mail server in a process of its own: says where it is, and ends with its standard input.
const { smtpUrl } = await startMailCatcher({ port: 0 });
process.stdout.write(`${smtpUrl}\n`);
process.stdin.resume();
process.stdin.once('end', () => process.exit(0));
