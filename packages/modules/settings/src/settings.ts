import {
  badInput,
  type Command,
  type CommandContext,
  type Context,
  defineCache,
  defineCommand,
  forbidden,
  get,
  Ok,
  partial,
  put,
  type Route,
  signedIn,
} from '@plinth/core'
import type { Access } from '@plinth/core/acl'
import { assertMayRevertTenantRows, requireOrganization } from '@plinth/core/data'
import { keyRing } from '@plinth/core/security'
import { treeTag } from '@plinth/directory'
import { z } from 'zod'
import { events, SECRETS, settingsTag } from './contract.ts'
import { StoredSettings } from './entities.ts'
import { type Described, readApplied, settingsRowId } from './layers.ts'

/** A group of settings. */
export interface SettingsSpec<S extends z.ZodObject> {
  /** `<module>.<name>`; the routes are at `/<module>/<name>`. */
  readonly id: string
  /**
   * A member that was declared with `.meta({ writeOnly: true })` is a secret: it is encrypted, and neither returned by routes nor logged.
   * Null is not a value: it restores what is inherited.
   */
  readonly schema: S
  /** What applies where nothing is set. */
  readonly defaults: NoInfer<z.output<S>>
  readonly access: {
    readonly write: Access
    /** Default: everybody who is signed in. */
    readonly read?: Access
  }
  /** Whether organizations can set values that differ from those of the tenant. Default: `organization`. */
  readonly per?: 'organization' | 'tenant'
}

/** Settings of a module. List its commands and routes in the module. */
export interface Settings<S extends z.ZodObject = z.ZodObject> {
  readonly id: string
  /**
   * What applies in the caller's organization or, if none is selected, in the tenant. Costs no query while the settings are the same, and
   * next to nothing when it is called again at once.
   */
  readonly of: (ctx: Context) => Promise<z.output<S>>
  readonly commands: readonly Command[]
  readonly routes: readonly Route[]
}

const cache = defineCache<Readonly<Record<string, unknown>>>('settings.applied', { servesWriters: true })

export { cache as settingsCache }

const Level = z.enum(['tenant', 'organization'])

/**
 * Declares settings that tenants and organizations can change. `settingsModule` keeps them.
 *
 * @example
 * const rentalSettings = settings({
 *   id: 'rental.settings',
 *   schema: z.object({ deposit: z.int().min(0).max(100) }),
 *   defaults: { deposit: 20 },
 *   access: { write: features.configure },
 * })
 * const { deposit } = await rentalSettings.of(ctx)
 */
export function settings<S extends z.ZodObject>(spec: SettingsSpec<S>): Settings<S> {
  const { id, schema, access, per = 'organization' } = spec
  const described = describe(spec)
  const update = defineUpdate(described, { access: access.write, per })
  const shown = Object.keys(schema.shape).filter((name) => !described.secrets.has(name))
  const values = z.object(Object.fromEntries(shown.map((name) => [name, schema.shape[name] as z.ZodType])))
  const path = `/${id.replaceAll('.', '/')}`
  const remembered = rememberForNow((ctx) => readCached(ctx, described, per) as Promise<z.output<S>>)
  return Object.freeze({
    id,
    of: remembered,
    commands: [update],
    routes: [
      get(
        path,
        {
          operation: operationOf('get', id),
          access: access.read ?? signedIn,
          summary: 'Get the settings that apply to the tenant or to the selected organization.',
          query: z.object({ level: Level.default('tenant') }),
          response: z.object({
            values,
            own: z
              .array(z.string())
              .meta({ description: 'What is set here, not inherited. Secrets are named here only.' }),
            invalid: z
              .array(z.string())
              .meta({ description: 'What is stored but no longer allowed, so that it is inherited.' }),
            updatedAt: z.string().nullable(),
          }),
        },
        (ctx) => readApplied(ctx, described, { organizationId: ownerOf(ctx, ctx.query.level, per) }),
      ),
      put(path, update, {
        operation: operationOf('update', id),
        summary: 'Change settings of the tenant or of the selected organization. Null restores what is inherited.',
      }),
    ],
  })
}

function operationOf(verb: string, id: string): string {
  const names = id.split('.').slice(1).join('_').split(/[_-]/)
  return verb + names.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join('')
}

function describe<S extends z.ZodObject>({ id, schema, defaults }: SettingsSpec<S>): Described<S> {
  if (!/^[a-z0-9_]+\.[a-z0-9_]+$/.test(id) || id.length > 100)
    throw new Error(`Settings need an id such as 'rental.settings', not '${id}'`)
  const checked = schema.safeParse(defaults)
  if (!checked.success) throw new Error(`The defaults of '${id}' do not match their schema: ${checked.error.message}`)
  if (Object.hasOwn(schema.shape, 'level')) throw new Error(`Settings '${id}' cannot have a member 'level'`)
  const secrets = Object.entries(schema.shape).filter(
    ([, member]) => (member as z.ZodType).meta()?.['writeOnly'] === true,
  )
  return { id, schema, defaults: checked.data as z.output<S>, secrets: new Set(secrets.map(([name]) => name)) }
}

/**
 * Remembers what was read last until the event loop goes on: code that reads a setting for each of many rows costs nothing, and what
 * another host changes meanwhile is seen.
 */
function rememberForNow<T>(read: (ctx: Context) => Promise<T>): (ctx: Context) => Promise<T> {
  let last: { readonly ctx: Context; readonly value: Promise<T> } | undefined
  const forgetLast = () => (last = undefined)
  return (ctx) => {
    if (last?.ctx === ctx) return last.value
    if (!last) setImmediate(forgetLast)
    last = { ctx, value: read(ctx) }
    return last.value
  }
}

function readCached(ctx: Context, described: Described, per: 'organization' | 'tenant') {
  const { cached, log, scope } = ctx
  const { tenantId } = scope
  const organizationId = per === 'tenant' ? null : scope.organizationId
  return cached(cache, `${tenantId} ${organizationId ?? ''} ${described.id}`, async () => {
    const { values, invalid } = await readApplied(ctx, described, { organizationId })
    if (invalid.length > 0) log.warn({ settings: described.id, invalid }, 'stored settings are no longer allowed')
    return { value: Object.freeze(values), tags: [settingsTag(tenantId), treeTag(tenantId)], holder: tenantId }
  })
}

/** The organization that settings of a level belong to; null for the tenant, which only people without restrictions can change. */
function ownerOf(
  { scope }: Pick<Context, 'scope'>,
  level: z.output<typeof Level>,
  per: 'organization' | 'tenant',
): string | null {
  if (level === 'tenant') return null
  if (per === 'tenant')
    throw badInput('Organizations cannot change these settings', { fieldErrors: { level: 'Must be tenant' } })
  return requireOrganization(scope)
}

function defineUpdate(
  described: Described,
  { access, per }: { readonly access: Access; readonly per: 'organization' | 'tenant' },
) {
  const { id: settingsId, schema } = described
  const optional = partial(schema).shape as unknown as Readonly<Record<string, z.ZodOptional<z.ZodType>>>
  const members = Object.fromEntries(
    Object.entries(optional).map(([name, member]) => [name, member.unwrap().nullable().optional()]),
  )
  const rowOf = ({ scope, input }: CommandContext<unknown>) => {
    const { level } = input as { readonly level: z.output<typeof Level> }
    const organizationId = ownerOf({ scope }, level, per)
    return { organizationId, id: settingsRowId(scope.tenantId, organizationId, settingsId) }
  }
  return defineCommand({
    id: `${settingsId}.update`,
    label: 'Update settings',
    access,
    resource: settingsId,
    entity: StoredSettings,
    input: z.object({ ...members, level: Level.default('tenant') }),
    output: Ok.extend({ id: z.uuid() }),
    constraints: {
      settings_stored_check: () => badInput('These settings are too large'),
    },
    async currentVersion(ctx) {
      const { id } = rowOf(ctx)
      return (await ctx.from.lockAll(StoredSettings, { id }))[0]?.updatedAt ?? null
    },
    async run(ctx) {
      const { from, actor, input, scope, emit } = ctx
      const { id, organizationId } = rowOf(ctx)
      if (organizationId === null && actor.allowedOrganizationIds !== null) throw forbidden()
      // Whoever is the second to set something for the first time waits here, and goes on with what the first one has stored.
      const nothing = { id, organizationId, settingsId, stored: {}, secrets: null }
      await from
        .insert(StoredSettings, nothing)
        .onConflict((on) => on.doNothing())
        .execute()
      const row = await from.lock(StoredSettings, id)
      const { level: _level, ...sent } = input as Readonly<Record<string, unknown>>
      await assertAllowed(ctx, described, { organizationId, sent })
      const stored: Record<string, unknown> = { ...row.stored }
      const secrets: Record<string, string> = { ...row.secrets }
      for (const [name, value] of Object.entries(sent)) {
        const former = secrets[name]
        // Also what it was before a release made it a secret, or no longer one.
        delete stored[name]
        delete secrets[name]
        if (value === null) continue
        if (described.secrets.has(name)) secrets[name] = toSecret(ctx, String(value), former)
        else stored[name] = value
      }
      await from.change(StoredSettings, row, { stored, secrets: Object.keys(secrets).length > 0 ? secrets : null })
      forget(ctx)
      emit(events['settings.updated'], { id, settingsId, organizationId, tenantId: scope.tenantId })
      return { ok: true as const, id }
    },
    beforeRevert: assertMayRevertTenantRows,
    undo: forget,
    redo: forget,
  })
}

/** A secret as it is stored. The same one stays as it is: encrypted again, it would be a change that cannot be undone. */
function toSecret({ inject }: Pick<Context, 'inject'>, secret: string, former: string | undefined): string {
  const ring = inject(keyRing)
  try {
    if (former !== undefined && ring.decrypt(SECRETS, former) === secret) return former
  } catch {
    // Encrypted with a secret that the platform no longer accepts.
  }
  return ring.encrypt(SECRETS, secret)
}

function forget({ invalidate, scope }: Pick<Context, 'invalidate' | 'scope'>): void {
  invalidate(settingsTag(scope.tenantId))
}

interface Change {
  readonly organizationId: string | null
  readonly sent: Readonly<Record<string, unknown>>
}

/** Throws 400 if what would apply does not match the schema as a whole, such as a minimum above a maximum. */
async function assertAllowed(ctx: CommandContext<unknown>, described: Described, { organizationId, sent }: Change) {
  const unset = new Set(Object.keys(sent).filter((name) => sent[name] === null))
  const set = Object.entries(sent).filter(([, value]) => value !== null)
  const { values } = await readApplied(ctx, described, { organizationId, unset })
  const { success, error } = described.schema.safeParse({ ...values, ...Object.fromEntries(set) })
  if (success) return
  const [issue] = error.issues
  const message = issue?.message ?? 'Invalid input'
  throw badInput(message, { fieldErrors: { [String(issue?.path[0] ?? 'level')]: message } })
}
