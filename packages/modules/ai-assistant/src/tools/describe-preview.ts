import type { PreviewedRow } from '@plinth/core/http'
import type { Preview } from './tool.ts'

/** Maximum rows described in words; the preview itself contains all that were read. */
const MAX_ROWS_DESCRIBED = 10
/** Maximum characters of one value. */
const MAX_VALUE = 80

/** Describes a preview in words: changed rows and fields, side effects, and results of rules. */
export function describePreview({ title, requests }: Preview): string {
  const commands = requests.flatMap((request) => request.commands)
  const rows = commands.flatMap(({ changes }) => changes)
  const more = rows.length - MAX_ROWS_DESCRIBED + commands.reduce((sum, { moreChanges }) => sum + moreChanges, 0)
  const effects = commands.flatMap(({ events, jobs }) => [
    ...events.map(({ id }) => `announces ${id}`),
    ...jobs.map(({ id }) => `queues ${id}`),
  ])
  const rules = commands.flatMap((command) => command.rules)
  const further = requests.flatMap(({ withheld }) => withheld)
  const names = requests.flatMap(({ request: { method, path }, commands: own }) =>
    own.length > 0 ? own.map(({ label, commandId }) => label ?? commandId) : [`${method} ${path}`],
  )
  const lines = [
    `${title}: ${names.join(', ')}`,
    ...rows.slice(0, MAX_ROWS_DESCRIBED).map(describeRow),
    ...(more > 0 ? [`and ${more} more rows`] : []),
    ...new Set([...effects, ...further.map((id) => `causes ${id}`)]),
    ...rules.map(({ entityType, changed }) =>
      changed.length > 0 ? `rules of ${entityType} set ${changed.join(', ')}` : `rules of ${entityType} allow it`,
    ),
    ...(further.length === 0 && commands.every(({ isUndoable }) => isUndoable) ? [] : ['This cannot be undone.']),
  ]
  return lines.join('\n')
}

const VERBS = { insert: 'adds', update: 'changes', delete: 'deletes' } as const
/** Present in every row, so not worth mentioning. */
const COLUMNS_OF_EVERY_ROW = ['id', 'tenant_id', 'organization_id', 'created_at', 'updated_at']

function describeRow({ table, id, kind, before, after }: PreviewedRow): string {
  const names = Object.keys(after ?? before ?? {}).filter((name) => !COLUMNS_OF_EVERY_ROW.includes(name))
  const fields = names.flatMap((name) => {
    const [from, to] = [before?.[name] ?? null, after?.[name] ?? null]
    if (kind === 'update') return [`${name}: ${toShortText(from)} → ${toShortText(to)}`]
    const value = kind === 'insert' ? to : from
    return value === null ? [] : [`${name}: ${toShortText(value)}`]
  })
  const which = kind === 'insert' ? `a row to ${table}` : `${table} ${id}`
  return `${VERBS[kind]} ${which}${fields.length > 0 ? ` (${fields.join(', ')})` : ''}`
}

/** Invisible characters and those that change text direction: users must see what they confirm. */
const HIDDEN_CHARACTERS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

function toShortText(value: unknown): string {
  const text = (JSON.stringify(value) ?? 'null').replace(HIDDEN_CHARACTERS, (character) => toEscape(character))
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE)}…` : text
}

function toEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}
