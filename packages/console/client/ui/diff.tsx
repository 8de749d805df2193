import type { JSX } from 'preact'
import { isEmpty } from '../lib/changes.ts'
import { config } from '../lib/config.ts'
import { knownName } from '../lib/data.ts'
import { day, number, valueText, visible } from '../lib/format.ts'
import { t, textIn } from '../lib/i18n.ts'
import { recordMember } from '../lib/record-member.ts'
import type { Change, LocalText } from '../lib/types.ts'
import { FieldTable } from './field-table.tsx'

const MAX_ROWS = 200

interface DiffProps {
  readonly changes: readonly (readonly [string, Change])[]
  /** What kind of record has changed. */
  readonly kind?: string | null
}

/** What has changed, field by field; of a set, what was added and removed. */
export function Diff({ changes, kind }: DiffProps): JSX.Element {
  if (changes.length === 0) return <p class="muted">{t('diff.none')}</p>
  return (
    <FieldTable columns={[t('diff.before'), t('diff.after')]}>
      {changes.slice(0, MAX_ROWS).map(([name, { from, to }]) => {
        const told = (value: unknown) => changedText(value, choicesOf(kind, name))
        const set = asSet(from, to, told)
        return (
          <tr key={name}>
            <th scope="row">{recordMember(name)}</th>
            {set ? (
              <>
                <td>
                  <Members values={set.removed} kind="del" />
                </td>
                <td>
                  <Members values={set.added} kind="ins" />
                  {set.kept > 0 && <p class="muted">{t('diff.kept', { count: number(set.kept) })}</p>}
                </td>
              </>
            ) : (
              <>
                <td>{isEmpty(from) ? <span>—</span> : <del>{told(from)}</del>}</td>
                <td>{isEmpty(to) ? <span>—</span> : <ins>{told(to)}</ins>}</td>
              </>
            )}
          </tr>
        )
      })}
    </FieldTable>
  )
}

type Choices = Readonly<Record<string, LocalText>> | undefined

/** What the page of a kind of record calls the values of a member. */
const choicesOf = (kind: string | null | undefined, name: string): Choices =>
  config.pages.find((page) => page.kind !== undefined && page.kind === kind)?.choices?.[name]

const DAY = /^\d{4}-\d\d-\d\d$/
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
/** Characters of an id that tell records apart. */
const SHORT_ID = 8

/** A value as people know it: choices and other records by their names, as far as this tab has read them. */
function changedText(value: unknown, choices: Choices): string {
  if (typeof value === 'object' && value !== null) return visible(partsText(value))
  if (typeof value === 'boolean') return t(value ? 'yes' : 'no')
  if (typeof value !== 'string') return valueText(value)
  if (choices && Object.hasOwn(choices, value)) return textIn(choices[value]!)
  if (DAY.test(value)) return day(value)
  return UUID.test(value) ? visible(knownName(value) ?? `${value.slice(0, SHORT_ID)}…`, 120) : valueText(value)
}

/** "Text: Chair, Price: 5; Text: Table, Price: 9", without what is empty and without ids. */
function partsText(value: object): string {
  if (Array.isArray(value)) return value.map((one) => changedText(one, undefined)).join('; ')
  const parts = Object.entries(value).filter(([name, one]) => name !== 'id' && !isEmpty(one))
  return parts
    .map(([name, one]) => {
      const text = changedText(one, undefined)
      return UUID.test(name) ? text : `${recordMember(name)}: ${text}`
    })
    .join(parts.some(([name]) => UUID.test(name)) ? '; ' : ', ')
}

interface MembersProps {
  readonly values: readonly string[]
  readonly kind: 'del' | 'ins'
}

function Members({ values, kind: Kind }: MembersProps): JSX.Element {
  if (values.length === 0) return <span>—</span>
  return (
    <ul class="members">
      {values.slice(0, MAX_ROWS).map((value) => (
        <li key={value}>
          <Kind>{value}</Kind>
        </li>
      ))}
    </ul>
  )
}

/** Lists of plain values are sets to those who read them: undefined for anything else, and if only the order has changed. */
function asSet(from: unknown, to: unknown, told: (value: unknown) => string) {
  const [before, after] = [from ?? [], to ?? []]
  if (!isList(before) || !isList(after) || before.length + after.length === 0) return undefined
  const [old, now] = [new Set(before.map(told)), new Set(after.map(told))]
  const removed = [...old].filter((one) => !now.has(one))
  const added = [...now].filter((one) => !old.has(one))
  if (removed.length + added.length === 0) return undefined
  return { removed, added, kept: now.size - added.length }
}

const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.every((one) => typeof one !== 'object')
