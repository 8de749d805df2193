import { IdentityProvider, SamlLib, ServiceProvider, setSchemaValidator } from 'samlify'
import { expect, test } from 'vitest'
import { withHeaders } from '../auth/_accounts.ts'
import { cookiesFrom } from '../sso/_sso.ts'
import { providerCertificate, providerKey } from './_keys.ts'
import { EMAIL_FORMAT, ISSUER, SIGN_IN_URL } from './_provider.ts'
import { connect, follow, manager, post, samlApp } from './_saml.ts'

setSchemaValidator({ validate: async () => 'not validated' })

const STATEMENTS = `<saml:AuthnStatement AuthnInstant="{IssueInstant}" SessionIndex="s1"><saml:AuthnContext>
<saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>
<saml:AttributeStatement><saml:Attribute Name="displayName"><saml:AttributeValue>Bea</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`

test('a provider made with samlify reads our metadata and requests, and its responses sign people in', async () => {
  await using app = await samlApp()
  const provider = IdentityProvider({
    entityID: ISSUER,
    privateKey: providerKey,
    signingCert: providerCertificate,
    requestSignatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    nameIDFormat: [EMAIL_FORMAT],
    singleSignOnService: [{ Binding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect', Location: SIGN_IN_URL }],
  })
  // The connection is filled in from the metadata that samlify writes.
  const read = await manager(app).post('/saml/provider-metadata', { xml: provider.getMetadata() })
  const { issuer, ...settings } = read.body
  const id = await connect(app, { issuer, settings })
  const metadata = (await app.anonymous.get(`/saml/metadata/${id}`)).text
  const platform = ServiceProvider({ metadata, wantMessageSigned: true } as Parameters<typeof ServiceProvider>[0])

  const started = await app.anonymous.get(`/sso/start/${id}`)
  const query = Object.fromEntries(new URL(started.headers.get('location')!).searchParams)
  const request = await provider.parseLoginRequest(platform, 'redirect', { query })
  const { id: requestId } = (request.extract as { request: { id: string } }).request
  const acsUrl = platform.entityMeta.getAssertionConsumerService('post') as string
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const { context } = await provider.createLoginResponse(platform, { ...request }, 'post', {}, {
    customTagReplacement: (template: string) => ({
      id: 'unused',
      context: SamlLib.replaceTagsByValue(template.replace('{AuthnStatement}{AttributeStatement}', STATEMENTS), {
        ID: `_${crypto.randomUUID()}`,
        AssertionID: `_${crypto.randomUUID()}`,
        Destination: acsUrl,
        SubjectRecipient: acsUrl,
        Audience: platform.entityMeta.getEntityID(),
        Issuer: ISSUER,
        IssueInstant: at(0),
        StatusCode: 'urn:oasis:names:tc:SAML:2.0:status:Success',
        ConditionsNotBefore: at(0),
        ConditionsNotOnOrAfter: at(300_000),
        SubjectConfirmationDataNotOnOrAfter: at(300_000),
        NameIDFormat: EMAIL_FORMAT,
        NameID: 'bea@corp.example',
        InResponseTo: requestId,
      }),
    }),
  } as Parameters<typeof provider.createLoginResponse>[4])
  const location = await post(app, acsUrl, Buffer.from(context, 'base64').toString())
  const done = await follow(app, location, cookiesFrom(started.headers))
  expect(done.location).toBe('/')
  const profile = await withHeaders(app, { cookie: done.cookie }).get('/auth/profile')
  expect(profile.body.email).toBe('bea@corp.example')
})
