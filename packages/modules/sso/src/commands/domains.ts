import { lockGrants } from '@plinth/auth'
import { badInput, type Context, defineCommand, notFound, Ok } from '@plinth/core'
import type { Row } from '@plinth/core/data'
import { derivedId } from '@plinth/core/security'
import { z } from 'zod'
import { features } from '../contract.ts'
import { SsoConnection, SsoDomain } from '../entities.ts'
import { assertMayGiveKnown, beforeRevert } from '../before-revert.ts'
import { assertMayChangeTrust, assertWholeTenant, endOtherSessions } from '../trust-changes.ts'

const MANAGE = { feature: features.manage, fresh: '10m' } as const

const unknownDomain = () => notFound('Domain')

/** A host name with at least one dot, in lower case. */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{0,58}[a-z0-9])$/)

/** The record that proves a domain. */
export const recordOf = ({ domain, token }: { readonly domain: string; readonly token: string }) => ({
  name: `_plinth-challenge.${domain}`,
  value: `plinth-verification=${token}`,
})

/** Adds a domain to a connection. It counts once it is proven. */
export const addDomain = defineCommand({
  id: 'sso.domains.add',
  label: 'Add single sign-on domain',
  access: MANAGE,
  resource: 'sso.domain',
  entity: SsoDomain,
  input: z.object({ connectionId: z.uuid().toLowerCase(), domain: Domain }),
  output: z.object({ id: z.uuid(), domain: z.string(), record: z.object({ name: z.string(), value: z.string() }) }),
  beforeRevert,
  async run(ctx) {
    const { input, from, scope } = ctx
    const { connectionId, domain } = input
    assertWholeTenant(ctx)
    await lockGrants(ctx)
    const connection = await from.lock(SsoConnection, connectionId, () => notFound('Connection'))
    await assertMaySpeakFor(ctx, connection, [domain])
    // Not a secret: the record of another tenant proves nothing here.
    const token = derivedId('sso domain', scope.tenantId, connectionId, domain)
    const { id } = await from.create(SsoDomain, { connectionId, domain, token })
    return { id, domain, record: recordOf({ domain, token }) }
  },
})

/** Marks a domain as proven, after its record was found. Only one tenant can have it. */
export const proveDomain = defineCommand({
  id: 'sso.domains.prove',
  label: 'Prove single sign-on domain',
  access: MANAGE,
  // Undo of a removal would restore a proof that no longer holds.
  undoable: { because: 'a proof is not restored' },
  resource: 'sso.domain',
  entity: SsoDomain,
  input: z.object({ id: z.uuid().toLowerCase(), token: z.string() }),
  output: Ok,
  constraints: {
    sso_domains_by_verified_domain_pkey: () => badInput('Another organization has already verified this domain.'),
  },
  async run(ctx) {
    const { input, from, now } = ctx
    const { id, token } = input
    assertWholeTenant(ctx)
    await lockGrants(ctx)
    const stored = await from.lock(SsoDomain, { id, token }, unknownDomain)
    const connection = await from.lock(SsoConnection, stored.connectionId, unknownDomain)
    await assertMaySpeakFor(ctx, connection, [stored.domain])
    const proof = { verifiedDomain: stored.domain, verifiedAt: now(), missingSince: null, lapsedAt: null }
    await from.change(SsoDomain, stored, proof)
    if (connection.isActive && connection.isEnforced) await endOtherSessions(ctx, connection)
    return { ok: true as const }
  },
})

/** Stores what another look at the record of a proven domain has found. A proof that has lapsed leaves the domain to others. */
export const reviewDomain = defineCommand({
  id: 'sso.domains.review',
  label: 'Look for record of domain',
  access: features.manage,
  undoable: { because: 'a proof is not restored' },
  resource: 'sso.domain',
  entity: SsoDomain,
  input: z.object({ id: z.uuid(), finding: z.enum(['found', 'missing', 'lapsed']) }),
  output: Ok,
  async run({ input: { id, finding }, from, now }) {
    const [stored] = await from.lockAll(SsoDomain, { id })
    if (!stored || stored.verifiedDomain === null) return { ok: true as const }
    const missingSince = finding === 'found' ? null : (stored.missingSince ?? now())
    const lapsed = { verifiedDomain: null, verifiedAt: null, lapsedAt: now() }
    await from.change(SsoDomain, stored, { missingSince, ...(finding === 'lapsed' && lapsed) })
    return { ok: true as const }
  },
})

/** Removes a domain. Accounts and identities remain. */
export const removeDomain = defineCommand({
  id: 'sso.domains.remove',
  label: 'Remove single sign-on domain',
  access: MANAGE,
  undoable: { because: 'a proof is not restored' },
  resource: 'sso.domain',
  entity: SsoDomain,
  input: z.object({ id: z.uuid().toLowerCase() }),
  output: Ok,
  async run(ctx) {
    const { input, from } = ctx
    assertWholeTenant(ctx)
    await lockGrants(ctx)
    const stored = await from.lock(SsoDomain, input.id, unknownDomain)
    await assertMayChangeTrust(ctx, { connectionIds: [stored.connectionId], domains: [stored.domain] })
    await from.remove(SsoDomain, stored)
    return { ok: true as const }
  },
})

/** Throws 403 unless the caller may prove a domain of a connection; before the domain is taken from another tenant. */
export async function assertMayProve(
  ctx: Context,
  { connectionId, domain }: { readonly connectionId: string; readonly domain: string },
): Promise<void> {
  assertWholeTenant(ctx)
  const connection = await ctx
    .from(SsoConnection, 'c')
    .select(['c.id', 'c.defaultRoleIds', 'c.groupRoles', 'c.groupTeams'])
    .where('c.id', '=', connectionId)
    .executeTakeFirst()
  if (!connection) throw unknownDomain()
  await assertMaySpeakFor(ctx, connection, [domain])
}

/** Throws 403 unless the caller may do whatever people of the domains may do, or get from the connection. */
async function assertMaySpeakFor(
  ctx: Context,
  connection: Pick<Row<SsoConnection>, 'id' | 'defaultRoleIds' | 'groupRoles' | 'groupTeams'>,
  domains: readonly string[],
): Promise<void> {
  await assertMayChangeTrust(ctx, { connectionIds: [connection.id], domains })
  await assertMayGiveKnown(ctx, connection)
}
