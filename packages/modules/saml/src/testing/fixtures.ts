import { type ModuleFixtures, type Persona, tenantA, type TestPlatform } from '@plinth/testing'

const manager: Persona = { features: ['sso.*'] }
const unknown = '99999999-9999-4999-8999-999999999999'

/** A certificate whose private key nobody has. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIDGTCCAgGgAwIBAgIUIcOh8I6eFYIXgxugGWmm8L1x6y8wDQYJKoZIhvcNAQEL
BQAwGzEZMBcGA1UEAwwQaWRwLmNvcnAuZXhhbXBsZTAgFw0yNjExMjcwNTM3NDla
GA8yMTI2MTEwMzA1Mzc0OVowGzEZMBcGA1UEAwwQaWRwLmNvcnAuZXhhbXBsZTCC
ASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoCggEBAMzavZa6VLm1KLQLXJ9OBRdP
Hvcgko+dN3YbOxRY3JFlOJPTBGsa6aS4e3Xx1B6+D1yjNeCixnwaWy8wsLKiXxAp
MH/1YIvkhVSHtuN/4zxHZx0fztDoCpeLif7jYDnJI4u7d3ZW/nty9Uv1tx8j0MzA
yUmWNHvbuGs75W2xvsZOx57D9c/Mc8l3F0/UW7/sCAqoOhnVPRs931TDK7l2/LBh
uJKEM95OLTapRXLcEV/i+xryAWi9Gx8OOFPlOiyJAYq3y1A3tYkY3z1B6J58NzsV
ubSpM2qsgwX721fkUCJa/Vx6JUSFGHAW7o5VTSE4PjPivQ8Ec0gkZ5mACGzysgEC
AwEAAaNTMFEwHQYDVR0OBBYEFN2vXDlZJwmc9IKgMNzUNq1MHOfMMB8GA1UdIwQY
MBaAFN2vXDlZJwmc9IKgMNzUNq1MHOfMMA8GA1UdEwEB/wQFMAMBAf8wDQYJKoZI
hvcNAQELBQADggEBACRbwIJTQHxmbdRcu5CS/YINNTbuvc8pAbenSBLe/JD1Pu+N
YE9oazIGsqmtgy5vO7ICJDaaXf/UguJZ9rl7d+P0jlEp+7orwV72jRewuKWGbE+/
sj6BxGZhj3WMblOW+/VmvLF4LySlC8NKJlyEOAJE4y7yhavuQwS98P6Wtw/YgQTx
/dJsgCgiITF1KgmHoo2/q/8WKMKBkd6JJbmE1hxw+ttIizJXXjdYCze4iY0mp3Db
kvm8RnF1kEjji7FDtX3ZFkRAn51BRu9r9wPjE9twI7PP2+EdRnm8IH0Rq1tksnyA
8qgyZ35DebpgKBViFSCBi0uzuW6UhCNudGIEoSo=
-----END CERTIFICATE-----`

const metadata = `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="https://idp.example">
<IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing">
<KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>
${certificate.replaceAll(/-----[A-Z ]+-----/g, '')}</X509Certificate></X509Data></KeyInfo></KeyDescriptor>
<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso"/>
</IDPSSODescriptor></EntityDescriptor>`

/** Creates a connection and returns its id. */
async function addConnection(app: TestPlatform): Promise<string> {
  const answer = await app.as(manager).post('/sso/connections', {
    name: 'Provider',
    protocol: 'saml',
    issuer: 'https://idp.example',
    homeOrganizationId: tenantA.organization,
    settings: { signInUrl: 'https://idp.example/sso', certificates: [certificate] },
  })
  if (answer.status !== 201) throw new Error(answer.text)
  return answer.body.id
}

/** Test fixtures of SAML. Sign-ins need a provider: see the tests of this module. */
export const samlFixtures: ModuleFixtures = {
  contract: {
    open: ['POST /saml/acs/{connectionId}', 'GET /saml/complete/{connectionId}', 'GET /saml/metadata/{connectionId}'],
    provenElsewhere: {
      'POST /saml/acs/{connectionId}': [429],
      'GET /saml/complete/{connectionId}': [429],
      'GET /saml/metadata/{connectionId}': [429],
    },
    samples: [
      {
        route: 'POST /saml/acs/{connectionId}',
        request: async (app) => ({
          params: { connectionId: await addConnection(app) },
          body: { SAMLResponse: 'AAAA' },
        }),
        expect: 302,
      },
      { route: 'POST /saml/acs/{connectionId}', request: { params: { connectionId: unknown }, body: {} }, expect: 400 },
      {
        route: 'POST /saml/acs/{connectionId}',
        request: { params: { connectionId: unknown }, body: { SAMLResponse: 'AAAA' } },
        expect: 404,
      },
      {
        route: 'GET /saml/complete/{connectionId}',
        request: async (app) => ({ params: { connectionId: await addConnection(app) }, query: { response: unknown } }),
        expect: 302,
      },
      { route: 'GET /saml/complete/{connectionId}', request: { params: { connectionId: unknown } }, expect: 400 },
      {
        route: 'GET /saml/complete/{connectionId}',
        request: { params: { connectionId: unknown }, query: { response: unknown } },
        expect: 404,
      },
      {
        route: 'GET /saml/metadata/{connectionId}',
        request: async (app) => ({ params: { connectionId: await addConnection(app) } }),
        expect: 200,
      },
      { route: 'GET /saml/metadata/{connectionId}', request: { params: { connectionId: 'x' } }, expect: 400 },
      { route: 'GET /saml/metadata/{connectionId}', request: { params: { connectionId: unknown } }, expect: 404 },
      { route: 'POST /saml/provider-metadata', as: manager, request: { body: { xml: metadata } }, expect: 200 },
      { route: 'POST /saml/provider-metadata', as: manager, request: { body: {} }, expect: 400 },
    ],
  },
  isolation: {
    idTables: {
      'POST /saml/acs/{connectionId}': 'sso_connections',
      'GET /saml/complete/{connectionId}': 'sso_connections',
      'GET /saml/complete/{connectionId} response': 'saml_responses',
      'GET /saml/metadata/{connectionId}': 'sso_connections',
    },
    unrecorded: ['saml_responses'],
    rows: { saml_responses: () => ({ person: '{}', is_taken: false }) },
    unreached: {
      'GET /saml/metadata/{connectionId}': 'made-up connections are of OpenID Connect; see sign-in.test.ts',
      'POST /saml/acs/{connectionId}': 'needs a provider; see attacks.test.ts',
      'GET /saml/complete/{connectionId}': 'needs a provider; see attacks.test.ts',
    },
  },
}
