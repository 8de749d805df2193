import { scimError } from '../errors.ts'

/** Throws 412 if the client has seen another version (RFC 7644, section 3.14). */
export function assertVersion(expected: string | null, version: string): void {
  if (expected === null || expected === '*' || expected.split(',').some((one) => opaque(one) === opaque(version)))
    return
  throw scimError('precondition_failed', 'The resource has changed.')
}

/** Whether one of the tags in a header is that of the version. */
export const isVersion = (header: string, version: string) =>
  header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(version))

/** Tags are compared weakly, as all of ours are weak. */
const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
