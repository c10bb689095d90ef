import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { ENDPOINTS, type IntakeAnswer, pathFor, type Refusal } from '@portal/contracts';
import { parsePackageFileName, type ResetChoice, type UpdateKind } from '@portal/rules';
import { type IntakeSettings, isSafe } from './intake-settings.ts';
import { type Answer, patientCall, PortalUnusable } from './patient-call.ts';
import { readSettledFile } from './read-settled-file.ts';

/** The result for a file. */
export type Delivery =
  | { readonly taken: true; readonly file: string; readonly answer: IntakeAnswer }
  | {
      readonly taken: false;
      readonly file: string;
      /** German sentence */
      readonly reason: string;
      readonly errors: NonNullable<Refusal['errors']>;
      readonly total: number;
      /** Refused by its certificate (rule 20.10). */
      readonly isRed: boolean;
    };

type Call = (url: string, init?: RequestInit) => Promise<Answer>;

const ENDPOINT_OF = { MDP: ENDPOINTS.intakeMdp, QDP: ENDPOINTS.intakeQdp, LZD: ENDPOINTS.intakeLzd } as const;
const NAME_RULE =
  'Der Dateiname muss MDP_Warengruppe_ApoId_Apothekenname_Tag_Monat_Jahr.csv lauten, mit QDP oder ZumDurchsehen statt MDP für die anderen Arten.';

/**
 * Delivers package files to the portal as the service account does: kind, group and ApoID are read from each name. A portal that is
 * busy or restarting is waited for.
 * @param say is told of each wait
 */
export function connectIntake(settings: IntakeSettings, say: (line: string) => void) {
  let token: Promise<string> | undefined;
  const call = (url: string, init: RequestInit = {}) => patientCall(url, init, settings.patience, say);

  /**
   * @param resetChoice LZD only: 0 resets the list, 1 updates it; without it the portal decides
   * @throws PortalUnusable
   */
  async function deliver(path: string, resetChoice?: ResetChoice): Promise<Delivery> {
    const file = basename(path);
    const named = parsePackageFileName(file);
    if (!named || !/^[1-9]\d{0,8}$/.test(named.apoId)) return refused(file, NAME_RULE);
    const content = await readSettledFile(path, settings.settle);
    if (content === 'unreadable') return refused(file, 'Die Datei lässt sich nicht lesen.');
    if (content === 'growing') return refused(file, 'Die Datei wird noch geschrieben.');
    const params = { crmCompanyId: named.apoId, productGroup: named.productGroup };
    const url = `${settings.portal}${pathFor(ENDPOINT_OF[named.kind], params)}`;
    // A token that has expired meanwhile is fetched again, once.
    for (let renewed = false; ; renewed = true) {
      token ??= fetchToken(settings, call);
      const headers = {
        Accept: 'application/json',
        Authorization: `Bearer ${await token}`,
        'Content-Digest': `sha-256=:${createHash('sha256').update(content).digest('base64')}:`,
      };
      const body = formOf(named.kind, new Blob([content], { type: 'text/csv' }), file, resetChoice);
      const { ok, status, body: answer } = await call(url, { method: 'POST', headers, body });
      if (ok && isIntakeAnswer(answer)) return { taken: true, file, answer };
      if (ok) throw new PortalUnusable(noPortal(settings.portal));
      if (status === 401 && !renewed) {
        token = undefined;
        continue;
      }
      return refusal(file, status, answer);
    }
  }
  return { deliver };
}

function formOf(kind: UpdateKind, content: Blob, file: string, resetChoice: ResetChoice | undefined): FormData {
  const form = new FormData();
  if (kind === 'LZD' && resetChoice !== undefined) form.set('resetChoice', String(resetChoice));
  form.set('csv', content, file);
  return form;
}

/** Whether the portal itself has answered, not something in front of it that says 200 to everything. */
function isIntakeAnswer(answer: unknown): answer is IntakeAnswer {
  const { id, leftOut } = (answer ?? {}) as Partial<IntakeAnswer>;
  return typeof id === 'number' && Array.isArray(leftOut);
}

const noPortal = (portal: string) => `Unter ${portal} antwortet kein Preisportal.`;

function refusal(file: string, status: number, answer: unknown): Delivery {
  const said = (answer ?? {}) as Partial<Refusal>;
  const message = typeof said.message === 'string' ? said.message : undefined;
  const errors = Array.isArray(said.errors) ? said.errors : [];
  const total = said.total ?? errors.length;
  if (status === 401) throw new PortalUnusable('Das Portal erkennt die Anmeldung nicht an.');
  if (status === 403 && message === undefined) throw new PortalUnusable('Das Portal lehnt den Zugang ab.');
  return {
    taken: false,
    file,
    reason: message ?? `Das Portal antwortet mit ${status}.`,
    errors,
    total,
    isRed: said.delivery !== undefined,
  };
}

function refused(file: string, reason: string): Delivery {
  return { taken: false, file, reason, errors: [], total: 0, isRed: false };
}

/** Signs in with the client-credentials grant (RFC 6749, section 4.4). */
async function fetchToken(settings: IntakeSettings, call: Call): Promise<string> {
  const url = settings.tokenUrl ?? (await findTokenUrl(settings.portal, call));
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret,
  });
  const response = await call(url, { method: 'POST', body });
  const { access_token: token } = (response.body ?? {}) as { access_token?: unknown };
  if (response.ok && typeof token === 'string') return token;
  throw new PortalUnusable(
    `Der Anmeldedienst lehnt ab (${response.status}). Bitte INTAKE_CLIENT_ID und INTAKE_CLIENT_SECRET prüfen.`,
  );
}

/** The portal knows its sign-in service; with INTAKE_TOKEN_URL it is not asked. The secret travels encrypted to either. */
async function findTokenUrl(portal: string, call: Call): Promise<string> {
  const response = await call(`${portal}${ENDPOINTS.getConfig.path}`);
  const { kcUrl, kcRealm } = (response.body ?? {}) as { kcUrl?: unknown; kcRealm?: unknown };
  if (response.ok && typeof kcUrl === 'string' && typeof kcRealm === 'string') {
    const url = `${kcUrl}/realms/${encodeURIComponent(kcRealm)}/protocol/openid-connect/token`;
    if (isSafe(url)) return url;
    throw new PortalUnusable(`${portal} nennt einen Anmeldedienst ohne https://. Bitte INTAKE_TOKEN_URL setzen.`);
  }
  throw new PortalUnusable(noPortal(portal));
}
