import { badInput, conflict, defineCommand, notFound, Ok, sql } from '@plinth/core'
import { derivedId } from '@plinth/core/security'
import { z } from 'zod'
import { features } from '../contract.ts'
import { SsoConnection, SsoDomain } from '../entities.ts'

const MANAGE = { feature: features.manage, fresh: '10m' } as const

/** Maximum domains per connection. */
const MOST = 50

/** A host name with at least one dot, in lower case. */
const Domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/)

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
  async run({ input, em, from, scope }) {
    const { connectionId, domain } = input
    if (!(await em.findOne(SsoConnection, { id: connectionId }))) throw notFound('Connection')
    const { total } = await from(SsoDomain, 'd')
      .select(sql<number>`count(*)::int`.as('total'))
      .where('d.connectionId', '=', connectionId)
      .executeTakeFirstOrThrow()
    if (total >= MOST) throw conflict(`A connection has at most ${MOST} domains.`)
    // Not a secret: the record of another tenant proves nothing here.
    const token = derivedId('sso domain', scope.tenantId, connectionId, domain)
    const { id } = em.create(SsoDomain, { connectionId, domain, token, verifiedDomain: null, verifiedAt: null })
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
  constraints: { sso_domains_by_verified_domain_pkey: () => badInput('Another organization has proven this domain.') },
  async run({ input, em, now }) {
    const stored = await em.findOne(SsoDomain, { id: input.id, token: input.token })
    if (!stored) throw notFound('Domain')
    em.assign(stored, { verifiedDomain: stored.domain, verifiedAt: now() })
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
  async run({ input, em }) {
    const stored = await em.findOne(SsoDomain, { id: input.id })
    if (!stored) throw notFound('Domain')
    em.remove(stored)
    return { ok: true as const }
  },
})
