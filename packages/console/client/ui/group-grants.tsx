import type { JSX } from 'preact'
import type { Connection, GroupGrant } from '../lib/connections.ts'
import { useAll } from '../lib/all-pages.ts'
import { useEditing } from '../lib/editing.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { type Snapshot, withValues } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { Select } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { Icon } from './icon.tsx'
import { RemoveButton } from './remove-button.tsx'

interface GroupGrantsProps {
  readonly gives: keyof typeof GIVEN
  readonly connection: Snapshot<Connection>
  readonly onSave: (values: object, seen: Snapshot<Connection>) => Promise<unknown>
  readonly canChange: boolean
}

/** What groups can give, and where it is found. */
const GIVEN = {
  groupRoles: { member: 'roleId', path: '/auth/roles', label: 'role', title: 'sso.groups' },
  groupTeams: { member: 'teamId', path: '/auth/teams', label: 'shares.team', title: 'sso.groupTeams' },
} as const

/** Which role the members of a provider's group get, or which team they belong to. */
export function GroupGrants({ gives, connection, onSave, canChange }: GroupGrantsProps): JSX.Element {
  const { member, path, label, title } = GIVEN[gives]
  const found = useAll<{ readonly id: string; readonly name: string }>(path)
  const value = connection.row[gives]
  const seen = withValues(connection, (row) => ({ [gives]: row[gives] }))
  const editing = useEditing({ seen, draft: `${seen.key} ${gives}` })
  const rows = editing.values[gives] as readonly GroupGrant[]
  const setRows = (next: readonly GroupGrant[]) => editing.set({ [gives]: next })
  const change = (index: number, values: Partial<GroupGrant>) =>
    setRows(rows.with(index, { ...rows[index]!, ...values }))
  const options = [
    ['', '—'] as const,
    ...(found.data?.items.map(({ id, name }) => [id, visible(name, 80)] as const) ?? []),
  ]
  if (!canChange)
    return (
      <ul class="rows">
        {value.map(({ group, [member]: given }) => (
          <li key={`${group} ${given}`}>
            <span class="strong">{visible(group, 120)}</span>
            <span class="badge push">{options.find(([id]) => id === given)?.[1] ?? given}</span>
          </li>
        ))}
      </ul>
    )
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        editing
          .save((values, { seen: now }) => onSave(values, now!))
          .catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
      }}
    >
      <FormNotes editing={editing} titleOf={() => t(title)} />
      {rows.map(({ group, [member]: given = '' }, index) => (
        <div class="pair" role="group" aria-label={t('sso.groupNumber', { number: index + 1 })} key={index}>
          <input
            class="input"
            required
            maxLength={300}
            aria-label={t('sso.group')}
            placeholder={t('sso.group')}
            value={group}
            onInput={(event) => change(index, { group: event.currentTarget.value })}
          />
          <Select
            label={t(label)}
            value={given}
            isRequired
            options={options}
            onChange={(next) => change(index, { [member]: next })}
          />
          <RemoveButton
            label={`${t('remove')}: ${group || index + 1}`}
            size={18}
            onClick={() => setRows(rows.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div class="actions">
        <button type="button" class="button" onClick={() => setRows([...rows, { group: '', [member]: '' }])}>
          <Icon name="plus" size={18} />
          {t('sso.addGroup')}
        </button>
        <button type="submit" class="button primary" aria-disabled={!editing.isChanged}>
          {t('save')}
        </button>
      </div>
    </form>
  )
}
