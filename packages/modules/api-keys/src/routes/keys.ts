import { administer } from '@plinth/auth'
import { badInput, del, nameText, parseDate, post } from '@plinth/core'
import { z } from 'zod'
import { createKey, NewKey } from '../commands/create-key.ts'
import { deleteKey } from '../commands/delete-key.ts'
import { rotateKey } from '../commands/rotate-key.ts'
import { features } from '../contract.ts'
import { assertTenant } from '../tenant-context.ts'

const LATEST = Date.parse('9999-12-31T23:59:59Z')

/**
 * The expiry of a key: anything that JavaScript parses as a date, in UTC if it names no time zone; null, absent or empty for
 * never.
 */
export const ExpiryDate = z
  .string()
  .trim()
  .max(64)
  .nullish()
  .transform((text, { addIssue }) => {
    if (!text) return null
    const date = new Date(parseDate(text))
    if (date.getTime() <= LATEST) return date
    addIssue({ code: 'custom', message: 'Invalid date' })
    return z.NEVER
  })
  .meta({
    description: 'An ISO 8601 date or time (UTC if it has no offset). Null or an empty string means never.',
    examples: ['2027-01-31', '2027-01-31T09:00:00Z'],
  })

const KeyBody = z.object({
  name: nameText().min(1).max(120),
  description: z.string().max(1000).nullish(),
  tenantId: z.uuid().toLowerCase().nullish(),
  organizationId: z.uuid().toLowerCase().nullish(),
  roles: z.array(z.string().trim().min(1).max(200)).max(100).default([]),
  expiresAt: ExpiryDate,
})

/**
 * POST /api_keys/keys. If the body names an organization, the key is confined to it; otherwise, the caller's organization is
 * only its home.
 */
export const postKey = post(
  '/api_keys/keys',
  {
    access: features.create,
    runs: createKey,
    summary: 'Create an API key. Only this response contains its secret.',
    isTool: false,
    body: KeyBody,
    response: NewKey,
    status: 201,
    errors: [409],
  },
  async (ctx) => {
    const { body, scope, now } = ctx
    const { name, description = null, roles, expiresAt } = body
    assertTenant(scope)
    if (expiresAt !== null && expiresAt <= now()) throw badInput('The expiry date is in the past')
    const key = { name, description, roles, expiresAt: expiresAt?.toISOString() ?? null }
    const isConfined = Boolean(body.organizationId)
    return administer(ctx, scope, ({ run }) =>
      run(createKey, { ...key, organizationId: scope.organizationId, isConfined }),
    )
  },
)

/** POST /api_keys/keys/rotate: a key like another one, in the place of it. */
export const postRotation = post('/api_keys/keys/rotate', rotateKey, {
  scope: 'allowed',
  summary: 'Replace an API key by one with the same rights. Only this response contains its secret.',
  isTool: false,
  errors: [404, 409],
})

export const deleteKeyById = del('/api_keys/keys', deleteKey, {
  scope: 'allowed',
  summary: 'Revoke an API key. Takes effect immediately.',
  errors: [400, 404],
  onInvalid: () => badInput('ID is required'),
})
