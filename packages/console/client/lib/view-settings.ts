import { type Columns, columnsOf, type ViewSettings } from './list-layout.ts'
import { query } from './location.ts'

/** What a list shows now, as a view keeps it. */
export function settingsNow(members: readonly string[], columns: Columns): ViewSettings {
  const kept = members.flatMap((member) => (query.value[member] ? [[member, query.value[member]] as const] : []))
  const { shown, order, widths } = columnsOf(columns)
  return {
    query: Object.fromEntries(kept),
    shown,
    order,
    widths: Object.fromEntries(Object.entries(widths).map(([key, width]) => [key, Math.round(width)])),
  }
}
