import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError } from '../lib/api.ts'
import type { Connection } from '../lib/connections.ts'
import { t } from '../lib/i18n.ts'
import { Switch } from './field.tsx'
import { PeoplePicker } from './pickers.tsx'

interface EnforcementProps {
  readonly connection: Connection
  readonly onSave: (values: object) => Promise<unknown>
  readonly canChange: boolean
}

/** Whether people may only sign in by the provider, and which accounts are exempt. */
export function Enforcement({ connection, onSave, canChange }: EnforcementProps): JSX.Element {
  const [isEnforced, setEnforced] = useState(connection.isEnforced)
  const [people, setPeople] = useState(connection.breakGlassUserIds)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    setEnforced(connection.isEnforced)
    setPeople(connection.breakGlassUserIds)
  }, [connection.updatedAt])
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        setProblem('')
        onSave({ isEnforced, breakGlassUserIds: people }).catch((error: unknown) =>
          setProblem((error instanceof ApiError && error.fields['breakGlassUserIds']) || (error as Error).message),
        )
      }}
    >
      {problem && (
        <p class="message bad" role="alert">
          {problem}
        </p>
      )}
      <Switch label={t('sso.enforce')} isOn={isEnforced} onChange={setEnforced} isDisabled={!canChange} />
      {canChange && (
        <>
          <PeoplePicker label={t('field.breakGlassUserIds')} value={people} onChange={setPeople} />
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
