import type { JSX } from 'preact'
import { amount, bytes, date, day, isExact, moment, number, relativeTime, valueText, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Field } from '../lib/openapi.ts'
import type { State } from '../lib/record-actions.ts'
import { nameOf } from '../lib/records.ts'
import { may } from '../lib/session.ts'
import type { Row } from '../lib/types.ts'
import { labelOfChoice } from './input.tsx'
import { Owner, OWNER, PEOPLE } from './owner.tsx'
import { Referenced } from './referenced.tsx'
import { StateBadge } from './state-badge.tsx'

interface ResourceCellProps {
  readonly field: Field
  /** The state that the value stands for. */
  readonly state?: State | undefined
  readonly value: unknown
  /** The record or line that has the value, for the currency of an amount. */
  readonly row: Row
  readonly reference?: string | undefined
  readonly isMain?: boolean
}

/** A value of a record as people read it. */
export function ResourceCell({ field, value, row, state, reference, isMain = false }: ResourceCellProps): JSX.Element {
  if (state) return <StateBadge state={state} />
  if (value === null || value === undefined || value === '') return <span class="muted">—</span>
  if (reference === PEOPLE && field.name === OWNER && typeof value === 'string') return <Owner id={value} />
  if (reference && typeof value === 'string') return <Referenced path={reference} id={value} />
  if (typeof value === 'boolean') return <span class={`dot ${value ? 'good' : ''}`}>{value ? t('yes') : t('no')}</span>
  if (field.kind === 'record' && typeof value === 'object')
    return <span class={isMain ? 'cut strong' : 'cut'}>{visible(nameOf(value as Row), 80)}</span>
  if (field.kind === 'date' && typeof value === 'string')
    return (
      <time dateTime={value} title={field.isDay ? undefined : date(value)}>
        {field.isDay ? day(value) : BOOKKEPT.has(field.name) ? relativeTime(value) : moment(value)}
      </time>
    )
  if (typeof value === 'number') return <>{/size$/i.test(field.name) ? bytes(value) : number(value)}</>
  if (typeof value === 'string' && (field.choices || Object.hasOwn(field.choiceLabels ?? {}, value)))
    return <span class={isMain ? 'cut strong' : 'badge'}>{labelOfChoice(field, value)}</span>
  const text = (isExact(field) ? amount(field, row, value) : undefined) ?? valueText(value)
  return <span class={isMain ? 'cut strong' : 'cut'}>{text.slice(0, 400)}</span>
}

/** When something happened to the record itself, which people compare with now. */
const BOOKKEPT = new Set(['createdAt', 'updatedAt'])

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

/** Where a member is read whose value is the id of something else; people are not declared by each page. */
export function referenceOf({ name }: Field, references: Readonly<Record<string, string>>, value: unknown) {
  const isPerson = /^(created|updated|deleted)By$/.test(name) && may('auth.users.list') && UUID.test(String(value))
  return references[name] ?? (isPerson ? '/auth/users' : undefined)
}
