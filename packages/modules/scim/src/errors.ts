import { type ErrorCode } from '@plinth/core/http'
import { PlatformError } from '@plinth/core'

type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidValue'
  | 'invalidSyntax'
  | 'mutability'
  | 'noTarget'
  | 'tooMany'
  | 'uniqueness'

const STATUS: Partial<Record<ErrorCode, string>> = {
  bad_input: '400',
  not_found: '404',
  conflict: '409',
  precondition_failed: '412',
  too_large: '413',
}

/** An error in the format of RFC 7644, section 3.12. */
export const scimError = (code: keyof typeof STATUS & ErrorCode, detail: string, scimType?: ScimType) =>
  new PlatformError(code, detail, {
    body: {
      schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
      status: STATUS[code],
      detail,
      ...(scimType && { scimType }),
    },
  })

export const noResource = (id: string) => scimError('not_found', `Resource ${id} not found`)
