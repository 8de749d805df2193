import { composition, type Context } from '@plinth/core'
import { rowPolicies } from '@plinth/core/acl'
import { CUSTOM_PREFIX, customValues, findCustomRecords, findExtensions } from '@plinth/core/data'

/**
 * Comparisons of custom fields that permit nothing, or not what they say, since the field is gone, has become one of another kind or of
 * several values, or is encrypted.
 */
export async function customRowFaultsOf(
  { inject }: Pick<Context, 'inject'>,
  policies: Readonly<Record<string, object>>,
): Promise<{ kind: string; action: string; message: string }[]> {
  const compiler = inject(rowPolicies)
  const { modules } = inject(composition)
  const extensions = [...findExtensions(modules).values()]
  const records = findCustomRecords(modules)
  const entityOf = (kind: string, table: string) =>
    records && tableOf(records.entity) === table
      ? compiler.entityIdOf(kind)
      : extensions.find(({ entity }) => tableOf(entity) === table)?.entityId
  const faults: { kind: string; action: string; message: string }[] = []
  for (const [kind, actions] of Object.entries(policies))
    for (const [action, condition] of Object.entries(actions))
      for (const { table, column, values } of compiler.columnsIn(kind, condition)) {
        const entityId = column.startsWith(CUSTOM_PREFIX) ? entityOf(kind, table) : undefined
        if (entityId === undefined) continue
        const fields = await inject(customValues)?.fields({ entityId, organizationId: null })
        const field = fields?.described.find(({ key }) => CUSTOM_PREFIX + key === column)
        const why = field ? whyNot(field, values) : 'does not exist'
        if (why !== undefined) faults.push({ kind, action, message: `'${column}' ${why}` })
      }
  return faults
}

const tableOf = (entity: object) => (entity as { readonly meta?: { readonly tableName?: string } }).meta?.tableName

function whyNot(
  { kind, multi }: { readonly kind: string; readonly multi?: boolean },
  values: readonly unknown[],
): string | undefined {
  if (values.length === 0) return undefined
  if (multi) return 'cannot be compared'
  const [type, title] = TYPES[kind] ?? ['string', 'a text']
  return values.every((value) => typeof value === type) ? undefined : `is compared with ${title}`
}

const TYPES: Readonly<Record<string, readonly [string, string]>> = {
  integer: ['number', 'a number'],
  float: ['number', 'a number'],
  boolean: ['boolean', 'true or false'],
}
