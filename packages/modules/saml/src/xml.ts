import { DOMParser } from '@xmldom/xmldom'

/** Parses a document of a provider. Throws if it is not well-formed, and for any that declares a document type, hence entities. */
export function parseXml(text: string): Document {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) throw new Error('Document types and entities are not accepted')
  const fail = (message: string) => {
    throw new Error(message.slice(0, 500))
  }
  const document = new DOMParser({ errorHandler: { warning: fail, error: fail, fatalError: fail } }).parseFromString(
    text,
    'text/xml',
  )
  if (!document?.documentElement) throw new Error('This is not an XML document')
  return document
}

/** All elements of a name, in the order of the document. */
export const elementsIn = (within: Document | Element, namespace: string, name: string): Element[] =>
  Array.from(within.getElementsByTagNameNS(namespace, name))
