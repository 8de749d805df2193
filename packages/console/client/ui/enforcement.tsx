import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { ApiError } from '../lib/api.ts'
import type { Connection } from '../lib/connections.ts'
import { useEditing } from '../lib/editing.ts'
import { memberName, t } from '../lib/i18n.ts'
import { type Snapshot, withValues } from '../lib/snapshot.ts'
import { Switch } from './field.tsx'
import { FormNotes } from './form-notes.tsx'
import { PeoplePicker } from './pickers.tsx'

interface EnforcementProps {
  readonly connection: Snapshot<Connection>
  readonly onSave: (values: object, seen: Snapshot<Connection>) => Promise<unknown>
  readonly canChange: boolean
}

const toValues = ({ isEnforced, breakGlassUserIds }: Connection) => ({ isEnforced, breakGlassUserIds })

/** Whether people may only sign in by the provider, and which accounts are exempt. */
export function Enforcement({ connection, onSave, canChange }: EnforcementProps): JSX.Element {
  const seen = withValues(connection, toValues)
  const editing = useEditing({ seen, draft: `${seen.key} enforcement` })
  const { isEnforced, breakGlassUserIds: people } = editing.values as unknown as ReturnType<typeof toValues>
  const [problem, setProblem] = useState('')
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem('')
        editing
          .save((values, { seen: now }) => onSave(values, now!))
          .catch((error: unknown) =>
            setProblem((error instanceof ApiError && error.fields['breakGlassUserIds']) || (error as Error).message),
          )
      }}
    >
      <FormNotes editing={editing} titleOf={memberName} />
      {problem && (
        <p class="message bad" role="alert">
          {problem}
        </p>
      )}
      <Switch
        label={t('sso.enforce')}
        isOn={isEnforced}
        onChange={(next) => editing.set({ isEnforced: next })}
        isDisabled={!canChange}
      />
      {canChange && (
        <>
          <PeoplePicker
            label={t('field.breakGlassUserIds')}
            value={people}
            onChange={(next) => editing.set({ breakGlassUserIds: next })}
          />
          <div class="actions">
            <button type="submit" class="button primary">
              {t('save')}
            </button>
          </div>
        </>
      )}
    </form>
  )
}
