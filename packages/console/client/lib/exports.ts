import { moment as minutes } from './format.ts'
import { config } from './config.ts'
import { locale, memberName, t, textIn, type TextKey } from './i18n.ts'
import { te } from '../texts/late/exports.ts'

export const EXPORTS = '/transfer/exports'

export const EXPORT_RUNS = '/transfer/export-runs'

export interface Schedule {
  readonly frequency: 'daily' | 'weekly' | 'monthly'
  /** From Monday, which is 1. */
  readonly weekday: number | null
  readonly day: number | null
  readonly time: string
  readonly timeZone: string
}

export type RunStatus = 'waiting' | 'running' | 'completed' | 'failed'

/** A list that is exported at certain times. */
export interface ScheduledExport extends Schedule {
  readonly id: string
  readonly name: string
  readonly list: string
  readonly query: string
  readonly format: string
  readonly keptFiles: number
  readonly tellsOwner: boolean
  readonly isActive: boolean
  /** The bucket to which it goes; null for the storage of the platform. */
  readonly destinationId: string | null
  readonly ownerId: string
  readonly isOwn: boolean
  readonly nextAt: string | null
  readonly lastStatus: RunStatus | null
  readonly lastRunAt: string | null
  readonly updatedAt: string
}

/** One run of an export, and its file. */
export interface ExportRun {
  readonly id: string
  readonly dueAt: string
  readonly status: RunStatus
  readonly rows: number | null
  readonly fileName: string | null
  readonly fileSize: number | null
  readonly errorMessage: string | null
  readonly hasFile: boolean
  /** Where it is in a bucket. */
  readonly objectKey: string | null
}

/** The formats, and what people call them. */
export const FORMATS: Readonly<Record<string, string>> = {
  csv: 'CSV',
  xlsx: 'Excel',
  ods: 'OpenDocument',
  jsonl: 'JSON Lines',
  json: 'JSON',
  xml: 'XML',
  markdown: 'Markdown',
}

/** What is edited of an export. */
export const toFields = ({ name, format, keptFiles, tellsOwner, destinationId, ...row }: ScheduledExport) => ({
  name,
  format,
  schedule: toSchedule(row),
  keptFiles,
  tellsOwner,
  destinationId,
})

const toSchedule = ({ frequency, weekday, day, time, timeZone }: Schedule): Schedule => ({
  frequency,
  weekday,
  day,
  time,
  timeZone,
})

/** The name of a day of the week, from Monday, which is 1. */
export const weekdayName = (weekday: number): string =>
  new Intl.DateTimeFormat(locale.value, { weekday: 'long', timeZone: 'UTC' }).format(Date.UTC(2024, 0, weekday))

/** A schedule in words. */
export function scheduleText({ frequency, weekday, day, time, timeZone }: Schedule): string {
  const on =
    frequency === 'weekly'
      ? [weekdayName(weekday ?? 1)]
      : frequency === 'monthly'
        ? [te('onDay', { day: day ?? 1 })]
        : []
  return [te(frequency), ...on, `${time} (${timeZone})`].join(', ')
}

export const momentText = (moment: string | null): string => (moment === null ? '—' : minutes(moment))

const LISTS: Readonly<Record<string, TextKey>> = {
  '/auth/users': 'users',
  '/auth/roles': 'roles',
  '/audit_logs/audit-logs/access': 'audit',
  '/business_rules/rules': 'rules',
  '/business_rules/logs': 'ruleLogs',
  '/directory/tenants': 'tenants',
}

/** What the list of an export is called on its page. */
export function listName({ list, query }: Pick<ScheduledExport, 'list' | 'query'>): string {
  const known = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined
  if (known) return t(known)
  const page = config.pages.find(({ resource }) => resource === list)
  if (page) return textIn(page.title)
  const entityId = new URLSearchParams(query).get('entityId')
  return entityId === null ? list : memberName(entityId.slice(entityId.indexOf(':') + 1))
}
