import parseRange from 'range-parser'
import type { ByteRange } from '../storage/storage.ts'
import type { ServedFile } from './find-file.ts'

/** What identifies the bytes of an answer. */
export interface Validators {
  readonly etag: string
  readonly lastModified: Date
  /** As a header tells it. */
  readonly modified: string
}

/** Those of files, as long as what is known of them is kept. */
const validatorsByFile = new WeakMap<ServedFile, Validators>()

/** What identifies the bytes of a file; those of a picture that is made of it have a suffix. */
export function validatorsOf(file: ServedFile, suffix = ''): Validators {
  let validators = validatorsByFile.get(file)
  if (!validators) {
    const lastModified = new Date(file.createdAt)
    validators = { etag: file.sha256.slice(0, 32), lastModified, modified: lastModified.toUTCString() }
    validatorsByFile.set(file, validators)
  }
  return { ...validators, etag: `"${validators.etag}${suffix}"` }
}

/** Whether the client has these bytes already (RFC 9110, section 13.2.2). */
export function isNotModified(headers: Headers, { etag, lastModified }: Validators): boolean {
  const ifNoneMatch = headers.get('if-none-match')
  if (ifNoneMatch !== null) return ifNoneMatch.trim() === '*' || splitTags(ifNoneMatch).includes(etag)
  const since = headers.get('if-modified-since')
  return since !== null && toSeconds(lastModified) <= Date.parse(since)
}

/**
 * The part that the client asks for: undefined for all of it, null when there is no such part. Several parts at once
 * are answered with all of it, as RFC 9110 allows.
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

/** A part fits only what the client has seen of the rest. */
function isCurrent(condition: string | null, { etag, lastModified }: Validators): boolean {
  if (condition === null) return true
  return condition.startsWith('"') ? condition === etag : Date.parse(condition) === toSeconds(lastModified)
}

const splitTags = (list: string) => list.split(',').map((tag) => tag.trim().replace(/^W\//, ''))

/** HTTP dates have no milliseconds. */
const toSeconds = (date: Date) => Math.floor(date.getTime() / 1000) * 1000
