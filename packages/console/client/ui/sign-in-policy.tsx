import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import { field } from './edit-dialog.tsx'
import { Form } from './form.tsx'
import { Shown } from './states.tsx'

/** What is required of the sign-ins of everybody, or of those who hold a role. */
export interface Policy {
  readonly id: string
  readonly roleId: string | null
  readonly secondFactor: 'off' | 'optional' | 'required'
  readonly graceDays: number
  readonly idleMinutes: number | null
  readonly lifetimeHours: number | null
  readonly updatedAt: string
}

/** What applies where nothing has been saved. */
const DEFAULTS = { secondFactor: 'optional', graceDays: 0, idleMinutes: null, lifetimeHours: null } as const

/** The sign-in policy of the tenant or, with `roleId`, of a role. */
export function SignInPolicy({ roleId = null }: { readonly roleId?: string | null }): JSX.Element {
  const id = useId()
  const policies = useData<{ items: readonly Policy[] }>('/auth/policies')
  return (
    <Shown of={policies}>
      {({ items }) => {
        const policy = items.find((one) => one.roleId === roleId)
        const { secondFactor, graceDays, idleMinutes, lifetimeHours } = policy ?? DEFAULTS
        return (
          <div class="stack">
            <p class="muted">{roleId === null ? t('policy.text') : t('policy.roleText')}</p>
            <Form
              // Anew after each change, also one that an undo has made.
              key={policy?.updatedAt ?? 'none'}
              id={id}
              initial={{ secondFactor, graceDays, idleMinutes, lifetimeHours }}
              fields={[
                field('secondFactor', {
                  kind: 'choice',
                  isRequired: true,
                  choices: ['off', 'optional', 'required'],
                  title: t('policy.secondFactor'),
                }),
                field('graceDays', {
                  ...WHOLE,
                  isRequired: true,
                  minimum: 0,
                  maximum: 365,
                  title: t('policy.graceDays'),
                }),
                field('idleMinutes', {
                  ...WHOLE,
                  isNullable: true,
                  minimum: 5,
                  maximum: 43_200,
                  title: t('policy.idleMinutes'),
                }),
                field('lifetimeHours', {
                  ...WHOLE,
                  isNullable: true,
                  minimum: 1,
                  maximum: 8_760,
                  title: t('policy.lifetimeHours'),
                }),
              ]}
              onSubmit={async (values) => {
                if (Object.keys(values).length > 0)
                  await call('PUT', '/auth/policies', { body: { ...(roleId !== null && { roleId }), ...values } })
              }}
              onDone={() => {}}
            />
            <div class="actions">
              <button type="submit" form={id} class="button primary">
                {t('save')}
              </button>
            </div>
          </div>
        )
      }}
    </Shown>
  )
}

const WHOLE = { kind: 'number', isInteger: true } as const
