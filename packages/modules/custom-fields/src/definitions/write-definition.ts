import {
  badInput,
  type CommandContext,
  composition,
  conflict,
  MIB,
  PlatformError,
  sql,
  unauthenticated,
} from '@plinth/core'
import { findExtensions, requireOrganization, type StoredRow } from '@plinth/core/data'
import { tenantTag } from '@plinth/directory'
import { findDictionaries } from '@plinth/points'
import { definitionsTag, events } from '../contract.ts'
import { EntityRecord, FieldDefinition, FieldsetConfig } from '../entities.ts'
import { type DefinitionFields, type FieldConfig, type Kind, RESERVED } from '../field-config.ts'
import { lineageOf, loadDefinitions, resolve, workingOrganization } from './load-definitions.ts'

/** Maximum definitions of one entity in a tenant, including deleted ones. */
const MAX_DEFINITIONS = 2_000

/**
 * Maximum bytes of the settings of all fields of a tenant, deleted ones included, and of how they are grouped: every form, list and
 * API document of the tenant is made of them (decision: Limits per tenant).
 */
const MAX_BYTES = 4 * MIB

/**
 * Where a definition is written: in the organization that the caller works in, or for the whole tenant. The latter is for callers
 * who are not confined to some organizations. Throws 401 for callers without any organization, as published, and 400 for those who
 * have selected all of them (decision: Organization of a request).
 */
export function placeOf(
  ctx: Pick<CommandContext, 'scope' | 'actor'>,
  { tenantWide = false }: { readonly tenantWide?: boolean | undefined },
): string | null {
  const { actor, scope } = ctx
  const isUnconfined = actor.kind === 'system' ? scope.organizationIds === null : actor.allowedOrganizationIds === null
  if (tenantWide) {
    if (!isUnconfined)
      throw badInput('Only callers with access to all organizations can define fields for the whole tenant')
    return null
  }
  if (workingOrganization(ctx) === null) throw unauthenticated()
  return requireOrganization(scope)
}

/**
 * Changes to the fields of an entity wait for each other, so that two concurrent ones that define the same field both succeed.
 */
export async function lockFields({ db, scope }: Pick<CommandContext, 'db' | 'scope'>, entityId: string): Promise<void> {
  const key = `entities.fields:${scope.tenantId}:${entityId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(db)
}

/** The version of the field that the caller sees, which may be inherited. */
export async function lockVersion(
  ctx: CommandContext<{ readonly entityId: string; readonly key: string; readonly tenantWide?: boolean | undefined }>,
): Promise<string | null> {
  const { entityId, key } = ctx.input
  const organizationId = placeOf(ctx, ctx.input)
  await lockFields(ctx, entityId)
  const found = resolve(await loadDefinitions(ctx, entityId), await lineageOf(ctx, [organizationId])).get(key)
  return found?.isLive ? found.updatedAt : null
}

/** Throws 400 for entities that cannot have fields. */
export function assertExtensible(entityId: string): void {
  if (RESERVED.has(entityId)) throw badInput('Custom fields are not supported for this entity')
}

/** The settings of a field in the form in which they are stored. */
async function completeConfig(
  ctx: CommandContext,
  { key, kind, configJson }: Pick<DefinitionFields, 'key' | 'kind' | 'configJson'>,
): Promise<FieldConfig> {
  const config = { ...configJson, label: configJson.label || key }
  assertSearchable(kind, config)
  switch (kind) {
    case 'multiline':
      return { ...config, editor: config.editor || 'markdown' }
    case 'currency': {
      const { options: _, ...rest } = config
      return { ...rest, optionsUrl: CURRENCY_OPTIONS }
    }
    case 'dictionary': {
      const { dictionaryId } = config
      if (dictionaryId === undefined) throw badInput('dictionaryId is required for dictionary custom fields')
      const found = await findDictionaries(ctx)?.find([dictionaryId])
      if (!found?.has(dictionaryId)) throw badInput('Dictionary not found', { fields: { dictionaryId: 'Not found' } })
      return {
        ...config,
        dictionaryInlineCreate: config.dictionaryInlineCreate ?? true,
        optionsUrl: `/api/dictionaries/${dictionaryId}/entries`,
      }
    }
    default:
      return config
  }
}

/** Kinds whose values consist of words. */
const WORDED: ReadonlySet<Kind> = new Set(['text', 'multiline', 'select', 'currency', 'dictionary'])

function assertSearchable(kind: Kind, { searchable, encrypted }: FieldConfig): void {
  if (!searchable) return
  const refuse = (text: string) => badInput('Invalid payload', { fields: { searchable: text } })
  if (!WORDED.has(kind)) throw refuse(`Values of the kind ${kind} cannot be searched`)
  if (encrypted) throw refuse('Encrypted values cannot be searched')
}

const CURRENCY_OPTIONS = '/api/currencies/currencies/options'

/** For each kind, the other kinds for which its values are valid unchanged. */
const WIDER: Partial<Record<Kind, readonly Kind[]>> = {
  integer: ['float'],
  text: ['multiline'],
  multiline: ['text'],
  select: ['text', 'multiline'],
  currency: ['text', 'multiline'],
  dictionary: ['text', 'multiline'],
  date: ['text', 'multiline'],
  datetime: ['text', 'multiline'],
  relation: ['text', 'multiline'],
  attachment: ['text', 'multiline'],
}

/** Throws 409 if the field has values that would not be valid for the new kind, or would be stored in a different form. */
export async function assertConvertible(
  ctx: CommandContext,
  former: Pick<FieldDefinition, 'entityId' | 'key' | 'kind' | 'config'>,
  next: { readonly kind: Kind; readonly config: FieldConfig },
): Promise<void> {
  const isWider = former.kind === next.kind || WIDER[former.kind as Kind]?.includes(next.kind)
  const isSameForm =
    (former.config.multi === true) === (next.config.multi === true) &&
    (former.config.encrypted === true) === (next.config.encrypted === true) &&
    // Earlier values have no hashes to be found by.
    (!next.config.encrypted || (former.config.filterable === true) === (next.config.filterable === true))
  if (isWider && isSameForm) return
  if (await hasValues(ctx, former)) throw conflict('The kind of a field that has values cannot be changed in this way')
}

/** Whether any record of the tenant has a value of the field. */
export async function hasValues(
  { widenScope, inject, scope }: CommandContext,
  { entityId, key }: Pick<FieldDefinition, 'entityId' | 'key'>,
): Promise<boolean> {
  const extension = [...findExtensions(inject(composition).modules).values()].find((one) => one.entityId === entityId)
  const { entity } = extension ?? { entity: EntityRecord }
  const rows = await widenScope('tenant', 'see whether a custom field has values', ({ db, from }) =>
    sql<{ one: number }>`
      select 1 as one from ${from.table(entity as typeof EntityRecord, 'r')}
      where r."tenantId" = ${scope.tenantId} and coalesce(r.custom -> ${key}::text, 'null') <> 'null'
        ${extension ? sql`` : sql`and r."entityId" = ${entityId}`} limit 1`.execute(db),
  )
  return rows.rows.length > 0
}

/**
 * Call it before a change of the fields of an entity. The returned function, called after it, throws 400 if the tenant has become
 * larger than the maximum number of definitions of the entity, or than the maximum size of all definitions. Tenants that exceeded
 * them before keep what they have.
 */
export async function watchRoom(ctx: CommandContext, entityId: string): Promise<() => Promise<void>> {
  const before = await measure(ctx, entityId)
  return async () => {
    const { count, bytes } = await measure(ctx, entityId)
    if (count > MAX_DEFINITIONS && count > before.count)
      throw badInput(`An entity can have at most ${MAX_DEFINITIONS} custom fields in a tenant`)
    if (bytes > MAX_BYTES && bytes > before.bytes)
      throw badInput(`The custom fields of a tenant can have at most ${MAX_BYTES / MIB} MiB of settings together`)
  }
}

async function measure({ widenScope }: CommandContext, entityId: string) {
  const { rows } = await widenScope('tenant', 'measure the custom fields of a tenant', ({ db, from }) =>
    sql<{ count: number; bytes: number }>`
      select (select count(*) from ${from.table(FieldDefinition, 'd')} where d."entityId" = ${entityId})::int as count,
        ((select coalesce(sum(octet_length(d.config::text)), 0) from ${from.table(FieldDefinition, 'd')})
          + (select coalesce(sum(octet_length(s.fieldsets::text)), 0) from ${from.table(FieldsetConfig, 's')}))::float8
          as bytes`.execute(db),
  )
  return rows[0]!
}

/** The definition of exactly this place, deleted or not, locked until the command ends. */
export async function lockExact(
  { from }: Pick<CommandContext, 'from'>,
  {
    entityId,
    key,
    organizationId,
  }: { readonly entityId: string; readonly key: string; readonly organizationId: string | null },
): Promise<StoredRow<FieldDefinition> | undefined> {
  const [definition] = await from.lockAll(FieldDefinition, { entityId, key, organizationId })
  return definition
}

/** Creates or replaces a definition; a deleted one is restored. */
export async function writeDefinition(
  ctx: CommandContext,
  {
    entityId,
    organizationId,
    known,
  }: {
    readonly entityId: string
    readonly organizationId: string | null
    readonly known: StoredRow<FieldDefinition> | undefined
  },
  { key, kind, configJson, isActive }: DefinitionFields,
): Promise<StoredRow<FieldDefinition>> {
  const config = await completeConfig(ctx, { key, kind, configJson })
  if (!known) return ctx.from.create(FieldDefinition, { entityId, organizationId, key, kind, config, isActive })
  await assertConvertible(ctx, known, { kind, config })
  return ctx.from.change(FieldDefinition, known, { kind, config, isActive, deletedAt: null })
}

/** Tells all hosts and other modules that the fields of an entity have changed. */
export function announce(
  { emit, invalidate, inject, scope: { tenantId } }: Pick<CommandContext, 'emit' | 'invalidate' | 'inject' | 'scope'>,
  what: 'saved' | 'deleted',
  {
    entityId,
    keys,
    organizationId,
  }: { readonly entityId: string; readonly keys: readonly string[]; readonly organizationId: string | null },
): void {
  invalidate(definitionsTag(tenantId, entityId))
  // Policies compare the values of accounts.
  if (isOfAccounts(inject, entityId)) invalidate(tenantTag(tenantId))
  emit(events[`definition.${what}`], { entityId, keys: [...keys], organizationId, tenantId })
}

const isOfAccounts = (inject: CommandContext['inject'], entityId: string) =>
  [...findExtensions(inject(composition).modules).values()].some(
    (extension) => extension.entityId === entityId && extension.rows === 'accounts',
  )

/** The published response for a definition that does not exist. */
export const definitionNotFound = () => new PlatformError('not_found', 'Not found')
