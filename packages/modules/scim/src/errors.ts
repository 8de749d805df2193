import { PlatformError } from '@plinth/core'
import type { ErrorCode } from '@plinth/core/http'
import { z } from 'zod'

/** What went wrong, in the words of RFC 7644, section 3.12. */
export type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidValue'
  | 'invalidSyntax'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness'

const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error'

/** The body of an error (RFC 7644, section 3.12). */
export const ErrorBody = z.object({
  schemas: z.array(z.string()),
  status: z.string(),
  scimType: z.string().optional(),
  detail: z.string().optional(),
})

/** An error in the format of RFC 7644, section 3.12. */
export const scimError = (code: ErrorCode, detail: string, scimType?: ScimType) =>
  new PlatformError(code, detail, { body: scimType ? { scimType } : {} })

/** The body of any error of the routes of this module: what the platform refuses has the same format. */
export const toErrorBody = (status: number, { error, scimType }: Readonly<Record<string, unknown>>) => ({
  schemas: [ERROR],
  status: String(status),
  ...(typeof scimType === 'string' && { scimType }),
  detail: typeof error === 'string' ? error : 'The request was refused.',
})

export const noResource = (id: string) => scimError('not_found', `Resource ${id} not found`)

export const invalidValue = (detail: string) => scimError('bad_input', detail, 'invalidValue')
export const invalidPath = (detail: string) => scimError('bad_input', detail, 'invalidPath')
