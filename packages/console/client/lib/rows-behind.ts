import { useEffect, useState } from 'preact/hooks'
import { addDays, monthAfter } from './calendar-days.ts'
import { config } from './config.ts'
import { describe } from './openapi.ts'
import type { DataRequest } from './widgets.ts'

/** The page that lists what an entity counts, and its members of the address by the fields of the entity. */
interface Rows {
  readonly page: string
  readonly filters: Readonly<Record<string, string>>
  /** Those with the first and the last day. */
  readonly days: Readonly<Record<string, readonly [from: string, to: string]>>
}

/** The pages of the console. Those of modules are known by their resource. */
const ROWS: Readonly<Record<string, Rows>> = {
  'audit_logs:actions': {
    page: '/audit-logs',
    filters: { actorUserId: 'actorUserId', resourceKind: 'resourceKind' },
    days: { createdAt: ['after', 'before'] },
  },
  'business_rules:rules': {
    page: '/business_rules/rules',
    filters: { ruleType: 'ruleType', enabled: 'enabled' },
    days: {},
  },
  'attachments:files': { page: '/attachments', filters: { partitionCode: 'partition' }, days: {} },
}

/** The page with the rows behind a group; undefined if no list can show just them. */
export type RowsOf = (key: string | number | boolean) => string | undefined

/** Finds the list of an entity. What its groups are behind can be seen as soon as it is known. */
export function useRowsBehind({ entityType, groupBy = {} }: DataRequest): RowsOf {
  const [rows, setRows] = useState<Rows | undefined>(ROWS[entityType])
  useEffect(() => {
    let isCurrent = true
    if (!ROWS[entityType])
      rowsOf(entityType).then(
        (found) => isCurrent && setRows(found),
        () => {},
      )
    return () => {
      isCurrent = false
    }
  }, [entityType])
  const { field = '', granularity } = groupBy as { readonly field?: string; readonly granularity?: string }
  return (key) => {
    if (!rows) return undefined
    if (granularity === undefined) {
      const member = rows.filters[field]
      return member && `${rows.page}?${new URLSearchParams({ [member]: String(key) })}`
    }
    const members = rows.days[field]
    if (!members) return undefined
    const first = String(key).slice(0, 10)
    return `${rows.page}?${new URLSearchParams({ [members[0]]: first, [members[1]]: lastDay(first, granularity) })}`
  }
}

/** The last day of a step that begins on a day. */
function lastDay(first: string, granularity: string): string {
  const months = { month: 1, quarter: 3, year: 12 }[granularity]
  if (months !== undefined) return addDays(`${monthAfter(first.slice(0, 7), months)}-01`, -1)
  return granularity === 'week' ? addDays(first, 6) : first
}

/** A page of a module lists `module:rows` if it is about `/module/rows` or `/rows`. */
async function rowsOf(entityType: string): Promise<Rows | undefined> {
  const [module, name] = entityType.split(':') as [string, string]
  const page = config.pages.find(({ resource }) => resource === `/${module}/${name}` || resource === `/${name}`)
  if (!page?.resource) return undefined
  const { filters } = await describe(page.resource)
  return {
    page: `/${page.path}`,
    filters: Object.fromEntries(filters.filter(({ isRange }) => !isRange).map((one) => [one.name, one.name])),
    days: Object.fromEntries(
      filters
        .filter(({ kind, isRange }) => kind === 'date' && isRange)
        .map((one) => [one.name, [`${one.name}_gte`, `${one.name}_lte`]]),
    ),
  }
}
