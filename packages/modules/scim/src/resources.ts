import { composition, type Context } from '@plinth/core'
import { hash } from 'node:crypto'
import { z } from 'zod'
import { scimError } from './errors.ts'

export const USER = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const GROUP = 'urn:ietf:params:scim:schemas:core:2.0:Group'

/** A resource as it is sent and received. */
export type Resource = Record<string, unknown>

/** Maximum bytes that a provider may send about one person in addition to what an account has. */
const MAX_ATTRIBUTES = 20_000

/** What an account is made of. */
export interface UserFields {
  readonly userName: string
  readonly externalId: string | null
  readonly email: string
  readonly name: string | null
  readonly isActive: boolean
  /** Everything that was sent, except what the account or the platform determines. */
  readonly attributes: Resource
}

const Text = z.string().trim().min(1).max(320)

const UserBody = z.looseObject({
  userName: Text,
  externalId: z.string().max(500).nullish(),
  name: z
    .looseObject({ formatted: z.string().nullish(), givenName: z.string().nullish(), familyName: z.string().nullish() })
    .nullish(),
  displayName: z.string().nullish(),
  emails: z
    .array(z.looseObject({ value: z.string().nullish(), primary: z.union([z.boolean(), z.string()]).nullish() }))
    .max(50)
    .nullish(),
  // Some providers send text.
  active: z
    .union([z.boolean(), z.string().transform((text) => text.toLowerCase() === 'true')])
    .nullish()
    .transform((active) => active ?? true),
})

/** Reads a user. Throws 400 for one without a name or an email address. */
export function readUser(resource: Resource): UserFields {
  const parsed = UserBody.safeParse(resource)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw scimError('bad_input', `${issue?.path.join('.')}: ${issue?.message}`, 'invalidValue')
  }
  const { userName, externalId = null, name, displayName, emails, active } = parsed.data
  const primary = emails?.find((one) => one.primary === true || one.primary === 'true') ?? emails?.[0]
  const email = z
    .email()
    .max(320)
    .safeParse(primary?.value ?? userName)
  if (!email.success) throw scimError('bad_input', 'A user needs an e-mail address.', 'invalidValue')
  const full = [name?.givenName, name?.familyName].filter(Boolean).join(' ')
  const shown = (displayName || name?.formatted || full || '').trim().slice(0, 200)
  const { id: _id, meta: _meta, schemas: _schemas, password: _password, groups: _groups, ...attributes } = resource
  if (JSON.stringify(attributes).length > MAX_ATTRIBUTES)
    throw scimError('bad_input', `A user has at most ${MAX_ATTRIBUTES} characters.`, 'tooMany')
  return {
    userName,
    externalId,
    email: email.data,
    name: shown === '' ? null : shown,
    isActive: active,
    attributes: { ...attributes, active },
  }
}

/** A stored user. */
export interface StoredUser {
  readonly userId: string
  readonly userName: string
  readonly externalId: string | null
  readonly attributes: Readonly<Record<string, unknown>>
  readonly isActive: boolean
  readonly createdAt: string
  readonly updatedAt: string
}

export function toUser(ctx: Pick<Context, 'inject'>, user: StoredUser): Resource {
  const { userId: id, userName, externalId, attributes, isActive } = user
  return {
    schemas: [USER],
    id,
    ...attributes,
    userName,
    ...(externalId !== null && { externalId }),
    active: isActive,
    meta: metaOf(ctx, { type: 'User', id, ...user }),
  }
}

interface MetaParts {
  readonly type: 'User' | 'Group'
  readonly id: string
  readonly createdAt: string
  readonly updatedAt: string
}

export function metaOf({ inject }: Pick<Context, 'inject'>, { type, id, createdAt, updatedAt }: MetaParts) {
  return {
    resourceType: type,
    created: createdAt,
    lastModified: updatedAt,
    location: `${inject(composition).origin}/api/scim/v2/${type}s/${id}`,
    version: versionOf({ id, updatedAt }),
  }
}

/** The entity tag of a version. */
export const versionOf = ({ id, updatedAt }: { readonly id: string; readonly updatedAt: string }) =>
  `W/"${hash('sha256', `${id} ${updatedAt}`).slice(0, 16)}"`
