import parseRange from 'range-parser'
import type { ByteRange } from '../storage/storage.ts'
import type { ServedFile } from './find-file.ts'

/** Identifies the bytes of a response. */
export interface Validators {
  readonly etag: string
  readonly lastModified: Date
  /** Formatted as an HTTP date. */
  readonly modified: string
}

/** Cached for as long as the metadata of the file is. */
const validatorsByFile = new WeakMap<ServedFile, Validators>()

/** The validators of a file; those of its renditions have a suffix. */
export function validatorsOf(file: ServedFile, suffix = ''): Validators {
  let validators = validatorsByFile.get(file)
  if (!validators) {
    const lastModified = new Date(file.createdAt)
    validators = { etag: file.sha256.slice(0, 32), lastModified, modified: lastModified.toUTCString() }
    validatorsByFile.set(file, validators)
  }
  return { ...validators, etag: `"${validators.etag}${suffix}"` }
}

/** Whether the client already has these bytes (RFC 9110, section 13.2.2). */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return ifNoneMatch.trim() === '*' || splitTags(ifNoneMatch).includes(etag)
  const since = headers.get('if-modified-since')
  return since !== null && toSeconds(lastModified) <= Date.parse(since)
}

/**
 * The requested range: undefined for the whole file, null if it cannot be satisfied. Requests for multiple ranges get the whole
 * file, as RFC 9110 allows.
 */
export function requestedRange(headers: Headers, size: number, validators: Validators): ByteRange | undefined | null {
  const range = headers.get('range')
  if (range === null || !isCurrent(headers.get('if-range'), validators)) return undefined
  const parsed = parseRange(size, range)
  if (parsed === -1) return null
  if (parsed === -2 || parsed.type !== 'bytes' || parsed.length !== 1) return undefined
  const { start, end } = parsed[0]!
  return { start, end }
}

/** Evaluates `If-Range`: a range is only useful if the file has not changed. */
function isCurrent(condition: string | null, { etag, lastModified }: Validators): boolean {
  if (condition === null) return true
  return condition.startsWith('"') ? condition === etag : Date.parse(condition) === toSeconds(lastModified)
}

const splitTags = (list: string) => list.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** HTTP dates have no milliseconds. */
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000
