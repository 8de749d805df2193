import { badInput, type Context, del, get, Id, notFound, page, paged, PageQuery, post, put } from '@plinth/core'
import { inLanguage, readPage } from '@plinth/core/data'
import { texts, toIdRefusal } from '@plinth/core/http'
import { z } from 'zod'
import { createConnection, deleteConnection, updateConnection } from '../commands/connections.ts'
import { addDomain, assertMayProve, proveDomain, recordOf, removeDomain, reviewDomain } from '../commands/domains.ts'
import { features } from '../contract.ts'
import { SsoConnection, SsoDomain } from '../entities.ts'
import { Finding } from '../connection-findings.ts'
import type { ProviderAddresses } from '../protocol.ts'
import { protocolIds, protocolOf } from '../protocols.ts'
import { providers } from '../providers/provider.ts'

const ConnectionView = z.object({
  id: z.uuid(),
  name: z.string(),
  protocol: z.string(),
  issuer: z.string(),
  clientId: z.string(),
  authMethod: z.enum(['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none']),
  hasSecret: z.boolean(),
  scopes: z.array(z.string()),
  groupsClaim: z.string().nullable(),
  createsAccounts: z.boolean(),
  homeOrganizationId: z.uuid(),
  defaultRoleIds: z.array(z.uuid()),
  groupRoles: z.array(z.object({ group: z.string(), roleId: z.string() })),
  groupTeams: z.array(z.object({ group: z.string(), teamId: z.string() })),
  settings: z.record(z.string(), z.unknown()),
  isActive: z.boolean(),
  isEnforced: z.boolean(),
  asksSecondFactor: z.boolean(),
  breakGlassUserIds: z.array(z.uuid()),
  createdAt: z.string(),
  updatedAt: z.string(),
  /**
   * To be entered at the provider. Null for what the protocol does not have, or if no module speaks the protocol any longer.
   */
  callbackUrl: z.string().nullable(),
  backchannelLogoutUrl: z.string().nullable(),
  metadataUrl: z.string().nullable(),
})

const NO_ADDRESSES: ProviderAddresses = { callbackUrl: null, backchannelLogoutUrl: null, metadataUrl: null }

/** GET /sso/connections */
export const listConnections = get(
  '/sso/connections',
  {
    operation: 'listConnections',
    access: features.view,
    reads: 'sso.connection',
    summary: 'List the connections to identity providers, without their secrets.',
    query: PageQuery,
    response: page(ConnectionView),
  },
  async (ctx) => {
    const { from, query, request } = ctx
    const { language } = await ctx.locale()
    const connections = from(SsoConnection, 'c')
      .select(['c.id', 'c.name', 'c.protocol', 'c.issuer', 'c.clientId', 'c.authMethod', 'c.scopes', 'c.groupsClaim'])
      .select('c.settings')
      .select([
        'c.createsAccounts',
        'c.homeOrganizationId',
        'c.defaultRoleIds',
        'c.groupRoles',
        'c.groupTeams',
        'c.isActive',
      ])
      .select(['c.isEnforced', 'c.asksSecondFactor', 'c.breakGlassUserIds', 'c.createdAt', 'c.updatedAt'])
      .select((eb) => eb('c.secret', 'is not', null).$castTo<boolean>().as('hasSecret'))
      .orderBy(inLanguage('c.name', language))
      .orderBy('c.id')
    const [rows, total] = await readPage(connections, query)
    const items = rows.map((row) => ({
      ...row,
      groupRoles: row.groupRoles.map((one) => ({ ...one })),
      groupTeams: row.groupTeams.map((one) => ({ ...one })),
      settings: { ...row.settings },
      ...(protocolOf(ctx, row.protocol)?.addresses(request.origin, row.id) ?? NO_ADDRESSES),
    }))
    return paged([items, total], query)
  },
)

/** GET /sso/protocols */
export const listProtocols = get(
  '/sso/protocols',
  {
    operation: 'listProtocols',
    access: features.view,
    summary: 'List the protocols that single sign-on connections can use.',
    response: z.object({ items: z.array(z.string()) }),
  },
  async (ctx) => ({ items: protocolIds(ctx) }),
)

export const postConnection = post('/sso/connections', createConnection, {
  summary: 'Create a connection to an identity provider.',
  isTool: false,
  response: Id,
  status: 201,
  errors: [400, 409],
})

export const putConnection = put('/sso/connections', updateConnection, {
  summary: 'Update a connection.',
  isTool: false,
  errors: [400, 404],
  onInvalid: toIdRefusal('Invalid id'),
})

export const deleteConnectionById = del('/sso/connections', deleteConnection, {
  summary: 'Delete a connection with its domains and linked identities.',
  errors: [400, 404],
})

/** POST /sso/connections/test */
export const testConnection = post(
  '/sso/connections/test',
  {
    operation: 'testConnection',
    access: features.manage,
    summary: 'Test a connection, and explain what is wrong with it.',
    isTool: false,
    body: z.object({ id: z.uuid().toLowerCase() }),
    response: z.object({ isUsable: z.boolean(), findings: z.array(Finding) }),
    errors: [400, 404],
  },
  async (ctx) => {
    const connection = await ctx
      .from(SsoConnection, 'c')
      .select(['c.id', 'c.protocol', 'c.issuer', 'c.clientId', 'c.authMethod', 'c.secret', 'c.scopes'])
      .select(['c.groupsClaim', 'c.settings'])
      .where('c.id', '=', ctx.body.id)
      .executeTakeFirst()
    if (!connection) throw notFound('Connection')
    const protocol = protocolOf(ctx, connection.protocol)
    if (!protocol) throw badInput(`This platform does not support ${connection.protocol}.`)
    const domains = await readDomains(ctx, connection.id)
    const findings = await protocol.explain(ctx, {
      ...connection,
      provenDomains: domains.filter(({ verifiedAt }) => verifiedAt !== null).map(({ domain }) => domain),
    })
    for (const { domain, missingSince, lapsedAt } of domains)
      if (missingSince !== null)
        findings.push({
          check: 'domains',
          outcome: 'warning',
          message:
            lapsedAt === null
              ? `The TXT record of ${domain} has been missing since ${missingSince.slice(0, 10)}. A week later, its proof lapses.`
              : `The proof of ${domain} has lapsed, because its TXT record is missing. Publish it again, and verify the domain.`,
        })
    const { language } = await ctx.locale()
    return {
      isUsable: findings.every(({ outcome }) => outcome !== 'failed'),
      findings: findings.map((one) => ({ ...one, message: ctx.inject(texts).message(language, one.message) })),
    }
  },
)

const DomainView = z.object({
  id: z.uuid(),
  connectionId: z.uuid(),
  domain: z.string(),
  verifiedAt: z.string().nullable(),
  /** Since when the record is missing. A week later, the proof lapses. */
  missingSince: z.string().nullable(),
  /** When the proof lapsed, because the record was gone or another tenant has proven the domain. */
  lapsedAt: z.string().nullable(),
  updatedAt: z.string(),
  /** The TXT record that proves it. */
  record: z.object({ name: z.string(), value: z.string() }),
})

/** GET /sso/domains */
export const listDomains = get(
  '/sso/domains',
  {
    operation: 'listDomains',
    access: features.view,
    reads: 'sso.domain',
    summary: 'List the email domains of a connection, and the DNS records that verify them.',
    query: z.object({ connectionId: z.uuid().toLowerCase() }),
    response: z.object({ items: z.array(DomainView) }),
    errors: [400],
  },
  async (ctx) => {
    const rows = await readDomains(ctx, ctx.query.connectionId)
    return { items: rows.map(({ token, ...row }) => ({ ...row, record: recordOf({ domain: row.domain, token }) })) }
  },
)

const readDomains = ({ from }: Pick<Context, 'from'>, connectionId: string) =>
  from(SsoDomain, 'd')
    .select([
      'd.id',
      'd.connectionId',
      'd.domain',
      'd.verifiedAt',
      'd.missingSince',
      'd.lapsedAt',
      'd.token',
      'd.updatedAt',
    ])
    .where('d.connectionId', '=', connectionId)
    .orderBy('d.domain')
    .limit(100)
    .execute()

export const postDomain = post('/sso/domains', addDomain, {
  summary: 'Add an email domain to a connection. The response contains the TXT record that verifies it.',
  status: 201,
  errors: [400, 404, 409],
})

/** POST /sso/domains/verify: looks for the record. */
export const verifyDomain = post(
  '/sso/domains/verify',
  {
    operation: 'verifyDomain',
    access: proveDomain.access,
    runs: proveDomain,
    summary: 'Verify an email domain by its TXT record.',
    isTool: false,
    body: z.object({ id: z.uuid().toLowerCase() }),
    response: z.object({
      isVerified: z.boolean(),
      /** What was found under the name of the record, if it is not the expected value. */
      found: z.array(z.string()),
    }),
    errors: [400, 404],
  },
  async (ctx) => {
    const stored = await ctx
      .from(SsoDomain, 'd')
      .select(['d.id', 'd.connectionId', 'd.domain', 'd.token'])
      .where('d.id', '=', ctx.body.id)
      .executeTakeFirst()
    if (!stored) throw notFound('Domain')
    const record = recordOf(stored)
    const found = await ctx
      .inject(providers)
      .resolveTxt(record.name)
      .catch((error: unknown): readonly string[] => {
        ctx.log.warn({ err: error, domain: stored.domain }, 'a domain could not be looked up')
        return []
      })
    if (!found.includes(record.value))
      return { isVerified: false, found: found.slice(0, 10).map((text) => text.slice(0, 200)) }
    // Before anything of another tenant is changed.
    await assertMayProve(ctx, stored)
    await takeOver(ctx, stored.domain, found)
    await ctx.run(proveDomain, { id: stored.id, token: stored.token })
    return { isVerified: true, found: [] }
  },
)

/**
 * Ends the proof of another tenant whose record is gone, so that a domain that has changed hands can be proven by whom it belongs
 * to now. If the record is still there, the domain is not taken.
 */
async function takeOver(ctx: Context, domain: string, found: readonly string[]): Promise<void> {
  const holder = await ctx.widenScope('allTenants', 'find who proved a domain', ({ findUnique }) =>
    findUnique(SsoDomain, { verifiedDomain: domain }, ['id', 'tenantId', 'domain', 'token']),
  )
  if (!holder || holder.tenantId === ctx.scope.tenantId || found.includes(recordOf(holder).value)) return
  const { id, tenantId } = holder
  const scope = { tenantId, organizationId: null, organizationIds: null }
  await ctx.actAs({ actor: 'platform', reason: 'domain of another tenant', scope }, ({ run }) =>
    run(reviewDomain, { id, finding: 'lapsed' }),
  )
}

export const deleteDomain = del('/sso/domains', removeDomain, {
  summary: 'Remove an email domain from its connection.',
  errors: [400, 404],
})
