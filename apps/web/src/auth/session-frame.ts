import { LOGIN_OPTIONS } from './login-config.ts';

/** Milliseconds; frames answer in a few. */
const SILENCE_MS = 1_000;

/** What the frame of the provider is asked about. */
type Asking = { clientId?: string | undefined; sessionId?: string | undefined };

/** Neither the frame nor the provider has answered in time. */
class NoAnswerError extends Error {
  override name = 'NoAnswerError';
}

/**
 * One lost message would block keycloak-js: asked again each second. Rule 1.2.
 * @param patient waits 10 seconds (rule 1.1), else one
 * @throws NoAnswerError
 */
export function answered<Result>(
  answer: Promise<Result>,
  { asking, issuer, patient }: { asking: Asking; issuer: string; patient: boolean },
): Promise<Result> {
  const turns = patient ? LOGIN_OPTIONS.messageReceiveTimeout / SILENCE_MS : 1;
  return new Promise((resolve, reject) => {
    let silent = 0;
    const listening = setInterval(() => {
      silent += 1;
      askAgain(asking, issuer);
      if (silent < turns) return;
      clearInterval(listening);
      reject(new NoAnswerError());
    }, SILENCE_MS);
    answer.finally(() => clearInterval(listening)).then(resolve, reject);
  });
}

/** The message of keycloak-js, to the frame that it has put into the page. */
function askAgain({ clientId, sessionId }: Asking, issuer: string): void {
  const frame = document.querySelector<HTMLIFrameElement>('iframe[title="keycloak-session-iframe"]');
  frame?.contentWindow?.postMessage(`${clientId ?? ''} ${sessionId ?? ''}`, new URL(issuer, location.href).origin);
}
