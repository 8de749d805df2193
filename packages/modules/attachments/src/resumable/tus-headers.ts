import { badInput, PlatformError } from '@plinth/core'
import { isPrototypeName } from '@plinth/core/http'

/** The supported version of the tus protocol (https://tus.io/protocols/resumable-upload). */
export const TUS_VERSION = '1.0.0'

/** The supported protocol extensions. */
export const EXTENSIONS = 'creation,creation-with-upload,expiration,termination,checksum'

/** The content type of requests with bytes of an upload. */
export const BYTES = 'application/offset+octet-stream'

/** Maximum pairs in `Upload-Metadata`. */
const MAX_FIELDS = 50

/** Maximum characters of `Upload-Metadata`, which is answered as well. Proxies refuse headers of more than 8 KB. */
const MAX_METADATA = 6_000

/** Throws 412 for another version; it is optional for reads. */
export function assertVersion(headers: Headers, { isNeeded = true } = {}): void {
  const version = headers.get('tus-resumable')
  if (version === TUS_VERSION || (version === null && !isNeeded)) return
  throw new PlatformError('precondition_failed', `Tus-Resumable must be ${TUS_VERSION}`, {
    headers: { 'tus-version': TUS_VERSION },
  })
}

/**
 * Throws 400 for headers of unsupported extensions: the parts of a concatenation would become separate files, and the quota
 * requires a known size.
 */
export function assertSpoken(headers: Headers): void {
  for (const name of ['Upload-Concat', 'Upload-Defer-Length'])
    if (headers.has(name)) throw badInput(`${name} is not supported; Tus-Extension names what is: ${EXTENSIONS}`)
}

/** Parses a byte count. Error: 400. */
export function readByteCount(headers: Headers, name: string): number {
  const text = headers.get(name) ?? ''
  if (!/^\d{1,15}$/.test(text)) throw badInput(`${name} must be a number of bytes`)
  return Number(text)
}

/** Parses `Upload-Metadata`: names with Base64-encoded values. Names that could reach a prototype are left out. Error: 400. */
export function readFields(headers: Headers): Record<string, string> {
  const fields: Record<string, string> = Object.create(null) as Record<string, string>
  const metadata = headers.get('upload-metadata') ?? ''
  if (metadata.length > MAX_METADATA) throw badInput(`Upload-Metadata may have at most ${MAX_METADATA} characters`)
  const pairs = metadata.split(',').filter((pair) => pair.trim() !== '')
  if (pairs.length > MAX_FIELDS) throw badInput(`Upload-Metadata may have at most ${MAX_FIELDS} names`)
  for (const pair of pairs) {
    const [, name, value = ''] = /^\s*([\w:.-]{1,100})(?: +([A-Za-z0-9+/]*={0,2}))?\s*$/.exec(pair) ?? []
    if (name === undefined || name in fields) throw badInput('Upload-Metadata must be names with values in Base64')
    if (isPrototypeName(name)) continue
    fields[name] = Buffer.from(value, 'base64').toString('utf8')
  }
  return fields
}

/** The inverse of `readFields`. */
export const toMetadata = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => (value === '' ? name : `${name} ${Buffer.from(value).toString('base64')}`))
    .join(',')
