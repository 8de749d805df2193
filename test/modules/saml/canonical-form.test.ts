import { createHash, createSign } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { providerKey } from './_keys.ts'
import { ISSUER, type ReceivedRequest } from './_provider.ts'
import { begin, connect, post, samlApp } from './_saml.ts'

/** Generated XML, and how libxml2 writes it in each canonical form inside an element that declares `saml` and `samlp`. */
interface Recorded {
  readonly sent: string
  readonly exclusive: string
  /** The exclusive form with comments, and with the prefixes of `LISTED`. */
  readonly listed: string
  readonly inclusive: string
}
const recorded = JSON.parse(
  readFileSync(new URL('_canonical-forms.json', import.meta.url), 'utf8'),
) as readonly Recorded[]

const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion'
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol'
const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const LISTED = 'a b xs #default'

type Form = Exclude<keyof Recorded, 'sent'>
const TRANSFORMS: Readonly<Record<Form, string>> = {
  exclusive: `<ds:Transform Algorithm="${EXCLUSIVE}"></ds:Transform>`,
  listed: `<ds:Transform Algorithm="${EXCLUSIVE}WithComments"><ec:InclusiveNamespaces xmlns:ec="${EXCLUSIVE}" PrefixList="${LISTED}"></ec:InclusiveNamespaces></ds:Transform>`,
  inclusive: '<ds:Transform Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"></ds:Transform>',
}

/** Signs what somebody else has written in canonical form. */
function signatureOf(canonical: string, id: string, form: Form): string {
  const info =
    `<ds:CanonicalizationMethod Algorithm="${EXCLUSIVE}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"></ds:SignatureMethod>` +
    `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${SIGNATURES}enveloped-signature"></ds:Transform>` +
    `${TRANSFORMS[form]}</ds:Transforms><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod>` +
    `<ds:DigestValue>${createHash('sha256').update(canonical).digest('base64')}</ds:DigestValue></ds:Reference></ds:SignedInfo>`
  const value = createSign('sha256')
    .update(`<ds:SignedInfo xmlns:ds="${SIGNATURES}">${info}`)
    .sign(providerKey, 'base64')
  return `<ds:Signature xmlns:ds="${SIGNATURES}"><ds:SignedInfo>${info}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`
}

/** A response that nobody requested, with some of these in it, signed without a library that writes canonical forms. */
function respondWith(some: readonly Recorded[], form: Form, { acsUrl, issuer: audience }: ReceivedRequest): string {
  const at = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString()
  const [id, assertionId, now, end] = [`_${crypto.randomUUID()}`, `_${crypto.randomUUID()}`, at(0), at(300_000)]
  const [saml, samlp] = [` xmlns:saml="${ASSERTION}"`, ` xmlns:samlp="${PROTOCOL}"`]
  const fields = (ofResponse: boolean) =>
    `${ofResponse ? ` Destination="${acsUrl}" ID="${id}"` : ` ID="${assertionId}"`} IssueInstant="${now}" Version="2.0"`
  const assertion = (declared: string, inner: string, signature: string) =>
    `<saml:Assertion${declared}${fields(false)}><saml:Issuer>${ISSUER}</saml:Issuer>${signature}<saml:Subject>` +
    `<saml:NameID>ann-7</saml:NameID><saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${acsUrl}"></saml:SubjectConfirmationData>` +
    `</saml:SubjectConfirmation></saml:Subject><saml:Conditions NotOnOrAfter="${end}"><saml:AudienceRestriction>` +
    `<saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>` +
    `<saml:AuthnStatement AuthnInstant="${now}"></saml:AuthnStatement><saml:AttributeStatement><saml:Attribute Name="x">` +
    `<saml:AttributeValue>${inner}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement></saml:Assertion>`
  const response = ([declared, within]: readonly [string, string], inner: string, signature: string) =>
    `<samlp:Response${declared}${fields(true)}><saml:Issuer${within}>${ISSUER}</saml:Issuer>${signature}<samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>` +
    `${inner}</samlp:Response>`
  // The exclusive form declares each prefix where it is used, the inclusive one where the document does.
  const written = some.map((one) => one[form]).join('')
  const isInclusive = form === 'inclusive'
  const [atAssertion, atResponse, within] = isInclusive ? [saml + samlp, saml + samlp, ''] : [saml, samlp, saml]
  const own = signatureOf(assertion(atAssertion, written, ''), assertionId, form)
  const outer = signatureOf(response([atResponse, within], assertion(within, written, own), ''), id, form)
  return response([saml + samlp, ''], assertion('', some.map((one) => one.sent).join(''), own), outer)
}

test('what libxml2 would have signed is accepted', async () => {
  await using app = await samlApp()
  const id = await connect(app)
  const { request } = await begin(app, id)
  for (let from = 0; from < recorded.length; from += 4)
    for (const form of Object.keys(TRANSFORMS) as Form[]) {
      const answer = await post(app, request.acsUrl, respondWith(recorded.slice(from, from + 4), form, request))
      expect([from, form, answer]).toEqual([from, form, `/api/sso/start/${id}`])
    }
})
