/** Tokens name the api as the one they are for. */
export const audienceMapper = (audience: string) => ({
  name: `${audience} audience`,
  protocol: 'openid-connect',
  protocolMapper: 'oidc-audience-mapper',
  config: { 'included.custom.audience': audience, 'access.token.claim': 'true', 'id.token.claim': 'false' },
});

/** A client of Keycloak that signs in by itself with the client-credentials grant and does nothing else. */
export function serviceClient(clientId: string, clientSecret: string, audience: string) {
  return {
    clientId,
    enabled: true,
    protocol: 'openid-connect',
    publicClient: false,
    clientAuthenticatorType: 'client-secret',
    secret: clientSecret,
    standardFlowEnabled: false,
    implicitFlowEnabled: false,
    directAccessGrantsEnabled: false,
    serviceAccountsEnabled: true,
    fullScopeAllowed: true,
    protocolMappers: [audienceMapper(audience)],
  };
}
