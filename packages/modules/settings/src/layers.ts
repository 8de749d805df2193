import { type Context } from '@plinth/core'
import { anyOf } from '@plinth/core/data'
import { derivedId, keyRing } from '@plinth/core/security'
import { organizationTrees } from '@plinth/directory'
import type { z } from 'zod'
import { SECRETS } from './contract.ts'
import { StoredSettings } from './entities.ts'

/** What is needed of a group of settings to read it. */
export interface Described<S extends z.ZodObject = z.ZodObject> {
  readonly id: string
  readonly schema: S
  readonly defaults: z.output<S>
  /** The names of members that are encrypted. */
  readonly secrets: ReadonlySet<string>
}

/** What applies to a tenant or organization. */
export interface Applied {
  /** Secrets included. */
  readonly values: Record<string, unknown>
  /** What is set there itself. */
  readonly own: string[]
  /** What is stored but no longer allowed, so that what is inherited applies. */
  readonly invalid: string[]
  readonly updatedAt: string | null
}

type Reader = Pick<Context, 'inject' | 'scope' | 'widenScope'>

export const settingsRowId = (tenantId: string, organizationId: string | null, settingsId: string) =>
  derivedId('settings', tenantId, organizationId, settingsId)

/** Whose settings are read. */
interface Place {
  /** Null for the tenant. */
  readonly organizationId: string | null
  /** Members for which only what is inherited counts. */
  readonly unset?: ReadonlySet<string>
}

/** Reads what applies to an organization or to the tenant: its own values, those above it, and the defaults. */
export async function readApplied(
  ctx: Reader,
  described: Described,
  { organizationId, unset }: Place,
): Promise<Applied> {
  const { tenantId } = ctx.scope
  const above =
    organizationId === null ? [] : (await ctx.inject(organizationTrees).of(tenantId)).ancestors(organizationId)
  const owners = organizationId === null ? [null] : [organizationId, ...above.toReversed(), null]
  const ids = owners.map((owner) => settingsRowId(tenantId, owner, described.id))
  const rows = await ctx.widenScope('tenant', 'read inherited settings', ({ from }) =>
    from(StoredSettings, 's')
      .select(['s.id', 's.stored', 's.secrets', 's.updatedAt'])
      .where('s.id', '=', anyOf(ids) as never)
      .execute(),
  )
  const layers = ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
  const own = layers.find(({ id }) => id === ids[0])
  const invalid = new Set<string>()
  const values = Object.fromEntries(
    Object.keys(described.schema.shape).map((name) => {
      for (const layer of unset?.has(name) ? layers.filter((one) => one !== own) : layers) {
        const found = readMember(ctx, described, { name, layer })
        if (found === 'invalid') invalid.add(name)
        else if (found !== 'absent') return [name, found.value]
      }
      return [name, described.defaults[name]]
    }),
  )
  return {
    values,
    own: Object.keys(described.schema.shape).filter((name) => own && isSet(described, { name, layer: own })),
    invalid: [...invalid],
    updatedAt: own?.updatedAt ?? null,
  }
}

interface Member {
  readonly name: string
  readonly layer: {
    readonly stored: Readonly<Record<string, unknown>>
    readonly secrets: Readonly<Record<string, string>> | null
  }
}

/** A secret may be stored as what it was before a release made it one, until it is written again. */
const isSet = ({ secrets }: Described, { name, layer }: Member): boolean =>
  Object.hasOwn(layer.stored, name) || (secrets.has(name) && Object.hasOwn(layer.secrets ?? {}, name))

function readMember({ inject }: Reader, described: Described, member: Member) {
  const { schema, secrets } = described
  const { name, layer } = member
  if (!isSet(described, member)) return 'absent'
  const parse = (value: unknown) => {
    const parsed = (schema.shape[name] as z.ZodType).safeParse(value)
    return parsed.success ? { value: parsed.data } : 'invalid'
  }
  if (!secrets.has(name) || !Object.hasOwn(layer.secrets ?? {}, name)) return parse(layer.stored[name])
  try {
    return parse(inject(keyRing).decrypt(SECRETS, String(layer.secrets![name])))
  } catch {
    // Encrypted with a secret that the platform no longer accepts.
    return 'invalid'
  }
}
