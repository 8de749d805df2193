import { constants, createHash, type KeyObject, verify, X509Certificate } from 'node:crypto'
import { canonicalForm, type CanonicalForm, canonicalize, DEFAULT_FORM } from './canonical-form.ts'
import { attributeOf, childOf, childrenOf, elementsIn, isElement, textOf, type XmlElement } from './xml.ts'

const SIGNATURES = 'http://www.w3.org/2000/09/xmldsig#'
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#'
const ENVELOPED = `${SIGNATURES}enveloped-signature`

interface SignatureMethod {
  readonly hash: string
  readonly keyType: 'rsa' | 'ec'
  readonly isPss?: boolean
}

/** None with SHA-1, and none with a shared secret. */
const SIGNATURE_METHODS: ReadonlyMap<string, SignatureMethod> = new Map([
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', { hash: 'sha256', keyType: 'rsa' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha384', { hash: 'sha384', keyType: 'rsa' }],
  ['http://www.w3.org/2001/04/xmldsig-more#rsa-sha512', { hash: 'sha512', keyType: 'rsa' }],
  ['http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1', { hash: 'sha256', keyType: 'rsa', isPss: true }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256', { hash: 'sha256', keyType: 'ec' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384', { hash: 'sha384', keyType: 'ec' }],
  ['http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512', { hash: 'sha512', keyType: 'ec' }],
])
const DIGEST_METHODS: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
])

/** The signatures of a document, wherever they are. */
export const signaturesIn = (root: XmlElement): XmlElement[] =>
  [...elementsIn(root)].filter(({ local, namespace }) => local === 'Signature' && namespace === SIGNATURES)

/**
 * Throws unless an element carries one signature, which covers the whole element, only the element, and was made with the key of
 * one of the certificates. Everything about a signature that strangers can choose is checked before the element is read again.
 */
export function assertSigned(element: XmlElement, certificates: readonly string[]): void {
  const name = element.local.toLowerCase()
  const [signature, ...more] = childrenOf(element, SIGNATURES, 'Signature')
  if (!signature) throw new Error(`The ${name} is not signed`)
  if (more.length > 0) throw new Error(`The ${name} has more than one signature`)
  if (childrenOf(signature, SIGNATURES, 'Object').length > 0) throw new Error('Signatures must not contain objects')
  const signedInfo = childOf(signature, SIGNATURES, 'SignedInfo')
  const reference = childOf(signedInfo, SIGNATURES, 'Reference')
  assertRefersTo(element, attributeOf(reference, 'URI'))
  const hash = named(DIGEST_METHODS, childOf(reference, SIGNATURES, 'DigestMethod'))
  const form = transformsOf(reference)
  assertMade(signature, signedInfo, certificates)
  const expected = Buffer.from(base64Of(childOf(reference, SIGNATURES, 'DigestValue')), 'base64')
  const isUnchanged = (own: CanonicalForm) =>
    createHash(hash)
      .update(canonicalize(element, own, signature))
      .digest()
      .equals(expected)
  // A reference to an id never covers comments, but some providers sign them. They are not part of any text that is read.
  if (!isUnchanged({ ...form, hasComments: false }) && !(form.hasComments && isUnchanged(form)))
    throw new Error(`The ${name} was changed after it was signed`)
}

/** Throws unless a reference names an element by its id, which no other element has. */
function assertRefersTo(element: XmlElement, uri: string | null): void {
  const id = attributeOf(element, 'ID')
  if (!id || uri !== `#${id}`) throw new Error('The signature is not for the element that contains it')
  let root = element
  while (root.parent) root = root.parent
  let count = 0
  for (const { attributes } of elementsIn(root))
    for (const { local, value } of attributes) if (value === id && local.toLowerCase() === 'id') count++
  if (count !== 1) throw new Error('The document contains the id of a signed element twice')
}

/** The canonical form in which a reference covers its element. */
function transformsOf(reference: XmlElement): CanonicalForm {
  const listed = childrenOf(reference, SIGNATURES, 'Transforms').flatMap((list) => list.children.filter(isElement))
  const [enveloped, last, ...more] = listed
  if (!enveloped || attributeOf(enveloped, 'Algorithm') !== ENVELOPED || more.length > 0)
    throw new Error('The transforms of the signature are not accepted')
  return last ? formOf(last) : DEFAULT_FORM
}

/** Throws unless the signature value was made with the key of one of the certificates. */
function assertMade(signature: XmlElement, signedInfo: XmlElement, certificates: readonly string[]): void {
  const method = named(SIGNATURE_METHODS, childOf(signedInfo, SIGNATURES, 'SignatureMethod'))
  const form = formOf(childOf(signedInfo, SIGNATURES, 'CanonicalizationMethod'))
  const value = Buffer.from(base64Of(childOf(signature, SIGNATURES, 'SignatureValue')), 'base64')
  const bytes = Buffer.from(canonicalize(signedInfo, form))
  const isMadeWith = (key: KeyObject) =>
    key.asymmetricKeyType === method.keyType &&
    verify(
      method.hash,
      bytes,
      {
        key,
        dsaEncoding: 'ieee-p1363',
        ...(method.isPss && {
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_DIGEST,
        }),
      },
      value,
    )
  if (!certificates.some((pem) => isMadeWith(new X509Certificate(pem).publicKey)))
    throw new Error('The signature was not made with a certificate of the connection')
}

function formOf(method: XmlElement): CanonicalForm {
  const algorithm = attributeOf(method, 'Algorithm') ?? ''
  const [inclusive] = childrenOf(method, EXCLUSIVE, 'InclusiveNamespaces')
  const form = canonicalForm(algorithm, inclusive && (attributeOf(inclusive, 'PrefixList') ?? ''))
  if (!form) throw new Error(`The algorithm ${algorithm.slice(0, 200)} is not accepted`)
  return form
}

function named<Method>(methods: ReadonlyMap<string, Method>, element: XmlElement): Method {
  const algorithm = attributeOf(element, 'Algorithm') ?? ''
  const method = methods.get(algorithm)
  if (method === undefined) throw new Error(`The algorithm ${algorithm.slice(0, 200)} is not accepted`)
  return method
}

function base64Of(element: XmlElement): string {
  const text = textOf(element)?.replace(/[ \t\n\r]+/g, '')
  if (!text || !/^[A-Za-z0-9+/]+={0,2}$/.test(text)) throw new Error(`${element.local} is not Base64`)
  return text
}
