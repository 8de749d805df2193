import type { JSX } from 'preact'
import { t } from '../lib/i18n.ts'
import { useOwnId } from '../lib/own-id.ts'
import { may } from '../lib/session.ts'
import type { Filter } from './filters.tsx'
import { ReferencePicker } from './reference-picker.tsx'
import { Referenced } from './referenced.tsx'

/** The property with the owner of a record, and where people are found. */
export const OWNER = 'ownerId'
export const PEOPLE = '/auth/users'

/** Whether the visitor can find people, to choose one and to be told their names. */
export const mayFindPeople = (): boolean => may('auth.users.list')

/** Who owns a record, as far as the visitor may know. */
export function Owner({ id }: { readonly id: string }): JSX.Element {
  const ownId = useOwnId(true)
  if (id === ownId) return <span class="cut">{t('owner.me')}</span>
  if (!mayFindPeople()) return <span class="muted">{t('owner.other')}</span>
  return <Referenced path={PEOPLE} id={id} />
}

/** Finds the records of the visitor, or of somebody whom they choose. */
export const ownerFilter = (label: string): Filter => ({
  name: OWNER,
  label,
  control: ({ value, set }) => <OwnerFilter {...{ label, value, set }} />,
})

interface OwnerFilterProps {
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
}

function OwnerFilter({ label, value, set }: OwnerFilterProps): JSX.Element {
  const ownId = useOwnId(true)
  const isMine = ownId !== undefined && value === ownId
  return (
    <span class="inline" role="group" aria-label={label}>
      <button
        type="button"
        class="button small"
        aria-pressed={isMine}
        disabled={ownId === undefined}
        onClick={() => set(isMine ? '' : ownId!)}
      >
        {t('owner.mine')}
      </button>
      {mayFindPeople() && <ReferencePicker path={PEOPLE} label={label} value={isMine ? '' : value} onChange={set} />}
    </span>
  )
}
