import { badInput, open, post, type RouteContext, unauthenticated } from '@plinth/core'
import { compileGrants } from '@plinth/core/acl'
import type { RequestFacts } from '@plinth/core/http'
import { z } from 'zod'
import { clientTokens, TOKEN_LIFETIME } from '../access-tokens.ts'
import { tokenRequests } from '../rate-limits.ts'
import { hashesOfSecret, isKeySecret } from '../key-secrets.ts'
import { findServiceAccount, openServiceAccount } from '../service-accounts.ts'
import { findKeyByHash } from '../stored-keys.ts'

const TokenForm = z.object({
  grant_type: z.string().max(100),
  client_id: z.string().max(100).optional(),
  client_secret: z.string().max(200).optional(),
  /** Features, separated by spaces. Default: all that the account has. */
  scope: z.string().max(4_000).optional(),
})

/**
 * POST /oauth/token: the client credentials grant (RFC 6749, section 4.4). Errors have the format that the standard prescribes.
 */
export const issueToken = post(
  '/oauth/token',
  {
    operation: 'issueToken',
    access: open,
    summary: 'Exchange the id and a key of a service account for an access token that is valid for 15 minutes.',
    isTool: false,
    body: TokenForm,
    http: { bodyType: 'form' },
    response: z.object({
      access_token: z.string(),
      token_type: z.literal('Bearer'),
      expires_in: z.int(),
      scope: z.string().optional(),
    }),
    errors: [400, 401],
    rateLimits: [tokenRequests],
    onInvalid: () =>
      badInput('invalid_request', { error_description: 'Send grant_type, client_id and client_secret.' }),
  },
  async (ctx) => {
    const { body, now } = ctx
    if (body.grant_type !== 'client_credentials')
      throw badInput('unsupported_grant_type', { error_description: 'Only client_credentials is supported.' })
    const { id, secret } = credentialsOf(ctx.request, body)
    const key = isKeySecret(secret) ? await findKeyByHash(ctx, hashesOfSecret(ctx, secret)) : null
    const account = key?.serviceAccountId ? await findServiceAccount(ctx, key.serviceAccountId) : null
    const opened = account && (await openServiceAccount(ctx, account))
    if (!key || !account || !opened || account.id !== id.toLowerCase())
      throw unauthenticated('invalid_client', { error_description: 'Unknown client, or a key that is not valid.' })
    const scope = body.scope?.split(/ +/).filter((text) => text !== '')
    const held = compileGrants(opened.caller.actor.grants.list)
    const beyond = scope?.filter((feature) => !held.covers(feature)) ?? []
    if (beyond.length > 0)
      throw badInput('invalid_scope', {
        error_description: `The account does not have ${beyond.join(' ').slice(0, 500)}.`,
      })
    const claims = { sub: account.id, tenantId: account.tenantId, key: key.id, ...(scope && { scope }) }
    return {
      access_token: await clientTokens(ctx).sign({ claims, now: now() }),
      token_type: 'Bearer' as const,
      expires_in: TOKEN_LIFETIME,
      ...(scope && { scope: scope.join(' ') }),
    }
  },
)

type TokenBody = RouteContext<undefined, undefined, typeof TokenForm>['body']

/** From `Authorization: Basic`, whose parts are form-encoded, or from the body. */
function credentialsOf({ headers }: RequestFacts, { client_id = '', client_secret = '' }: TokenBody) {
  const basic = /^Basic +([A-Za-z0-9+/=]{1,1000})$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (basic === undefined) return { id: client_id, secret: client_secret }
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':', 2)
  return { id: decode(id), secret: decode(secret) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // Not encoded, so it is used unchanged.
    return text
  }
}
