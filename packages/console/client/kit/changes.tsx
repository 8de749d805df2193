import type { ComponentChildren, JSX } from 'preact'
import { dateTime, relativeTime } from '../lib/format.ts'
import { Diff as DiffView } from '../ui/diff.tsx'
import { History as HistoryView } from '../ui/history.tsx'

export interface DiffProps {
  readonly before: Readonly<Record<string, unknown>>
  readonly after: Readonly<Record<string, unknown>>
}

/** What has changed between two forms of a record, property by property; of a set, what was added and removed. */
export function Diff({ before, after }: DiffProps): JSX.Element {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  return <DiffView changes={changed.map((name) => [name, { from: before[name], to: after[name] }])} />
}

export interface HistoryProps {
  /** The kind of the record in the audit log: `fleet.vehicle`. */
  readonly kind: string
  readonly id: string
}

/** What has happened to a record, as the audit log has it, with buttons that undo it. */
export function History({ kind, id }: HistoryProps): JSX.Element {
  return <HistoryView kind={kind} id={id} />
}

/** Something that has happened. */
export interface TimelineEntry {
  readonly key: string
  readonly title: string
  /** When, as an ISO 8601 text. */
  readonly at: string
  /** Who did it. */
  readonly by?: string
  /** Shown when the entry is opened. */
  readonly details?: ComponentChildren
}

/** What has happened, in the order of the entries. */
export function Timeline({ entries }: { readonly entries: readonly TimelineEntry[] }): JSX.Element {
  return (
    <ol class="timeline">
      {entries.map(({ key, title, at, by, details }) => {
        const head = (
          <>
            <span class="timeline-label">{title}</span>
            <span class="muted" title={dateTime(at)}>
              {by === undefined ? relativeTime(at) : `${by}, ${relativeTime(at)}`}
            </span>
          </>
        )
        return (
          <li key={key}>
            {details === undefined ? (
              <div class="timeline-entry">{head}</div>
            ) : (
              <details>
                <summary>{head}</summary>
                {details}
              </details>
            )}
          </li>
        )
      })}
    </ol>
  )
}
