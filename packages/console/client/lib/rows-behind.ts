import { useEffect, useState } from 'preact/hooks'
import { get } from './api.ts'
import { addDays, monthAfter } from './calendar-days.ts'
import { config } from './config.ts'
import type { Entity } from './definitions.ts'
import { describe } from './openapi.ts'
import type { CustomField } from '../ui/custom-fields.tsx'
import { may } from './session.ts'
import type { ContributedPage } from './types.ts'
import type { DataAnswer, DataRequest, GroupKey } from './widgets.ts'

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

/** Fields that are known to lists by another name. */
const MEMBERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'catalog:products': { status: 'isActive' },
}

/** The page with the rows behind a group, or behind a part of it; undefined if no list can show just them. */
export type RowsOf = (key: GroupKey, splitKey?: GroupKey) => string | undefined

/** Finds the list of an entity. What its groups are behind can be seen as soon as it is known. */
export function useRowsBehind(request: DataRequest, period: DataAnswer['period']): RowsOf {
  const { entityType, groupBy = {}, splitBy, dateRange } = request
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
  return (key, splitKey) => {
    if (!rows || key === null || splitKey === null) return undefined
    const days = new Map<string, readonly [first: string, last: string]>()
    const members: Record<string, string> = {}
    const first = String(key).slice(0, 10)
    if (granularity) days.set(field, [first, lastDay(first, granularity)])
    if (dateRange && period) {
      const [from, to] = days.get(dateRange.field) ?? [period.from, period.to]
      days.set(dateRange.field, [from > period.from ? from : period.from, to < period.to ? to : period.to])
    }
    for (const [name, value] of [
      ...(granularity ? [] : [[field, key] as const]),
      ...(splitBy && splitKey !== undefined ? [[splitBy.field, splitKey] as const] : []),
    ]) {
      const member = rows.filters[name]
      if (member === undefined) return undefined
      members[member] = String(value)
    }
    for (const [name, ends] of days) {
      const found = rows.days[name]
      // Not every list can be limited to the days of a widget; one that cannot be to a step has nothing to show of it.
      if (!found && name === field) return undefined
      for (const [index, member] of (found ?? []).entries()) members[member] = ends[index]!
    }
    return `${rows.page}?${new URLSearchParams(members)}`
  }
}

/** The last day of a step that begins on a day. */
function lastDay(first: string, granularity: string): string {
  const months = { month: 1, quarter: 3, year: 12 }[granularity]
  if (months !== undefined) return addDays(`${monthAfter(first.slice(0, 7), months)}-01`, -1)
  return granularity === 'week' ? addDays(first, 6) : first
}

/** A page of a module lists `module:rows` if it is about `/module/rows` or `/rows`. */
export function pageOf(entityType: string): ContributedPage | undefined {
  const [module, name] = entityType.split(':') as [string, string]
  return config.pages.find(({ resource }) => resource === `/${module}/${name}` || resource === `/${name}`)
}

async function rowsOf(entityType: string): Promise<Rows | undefined> {
  const page = pageOf(entityType)
  if (!page?.resource) return recordsOf(entityType)
  const { filters } = await describe(page.resource)
  return {
    page: `/${page.path}`,
    filters: {
      ...Object.fromEntries(filters.filter(({ isRange }) => !isRange).map((one) => [one.name, one.name])),
      ...MEMBERS[entityType],
    },
    days: Object.fromEntries(
      filters
        .filter(({ kind, isRange }) => kind === 'date' && isRange)
        .map((one) => [one.name, [`${one.name}_gte`, `${one.name}_lte`]]),
    ),
  }
}

/** The list of a custom entity, which filters by those of its fields that it shows. */
async function recordsOf(entityId: string): Promise<Rows | undefined> {
  if (!may('entities.records.view')) return undefined
  const { items } = await get<{ items: readonly Entity[] }>('/entities/entities')
  if (!items.some((one) => one.entityId === entityId && one.source === 'custom')) return undefined
  const { items: fields } = await get<{ items: readonly CustomField[] }>('/entities/definitions', { entityId })
  const shown = fields.filter(
    ({ kind, multi, listVisible, filterable }) => !multi && FILTERED.has(kind) && (listVisible || filterable),
  )
  return {
    page: `/entities/user/${encodeURIComponent(entityId)}/records`,
    filters: Object.fromEntries(shown.map(({ key }) => [`cf_${key}`, `cf_${key}`])),
    days: {},
  }
}

/** Kinds of custom fields that lists filter by. */
const FILTERED = new Set(['integer', 'float', 'date', 'relation', 'dictionary', 'select', 'boolean'])
