import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useData } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import { snapshotOf } from '../lib/snapshot.ts'
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

const PATH = '/auth/policies'

interface Policies {
  readonly items: readonly Policy[]
}

const ofRole = ({ items }: Policies, roleId: string | null) => items.find((one) => one.roleId === roleId) ?? DEFAULTS

/** The sign-in policy of the tenant or, with `roleId`, of a role. */
export function SignInPolicy({ roleId = null }: { readonly roleId?: string | null }): JSX.Element {
  const id = useId()
  const policies = useData<Policies>(PATH)
  return (
    <Shown of={policies}>
      {({ items }) => {
        const policy = ofRole({ items }, roleId)
        const seen = snapshotOf(policy, {
          path: PATH,
          pick: (answer: Policies) => ofRole(answer, roleId),
          toValues: ({ secondFactor, graceDays, idleMinutes, lifetimeHours }) => ({
            secondFactor,
            graceDays,
            idleMinutes,
            lifetimeHours,
          }),
        })
        return (
          <div class="stack">
            <p class="muted">{roleId === null ? t('policy.text') : t('policy.roleText')}</p>
            <Form
              id={id}
              seen={seen}
              draft={`${PATH} ${roleId}`}
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
              onSubmit={async (values, { version }) => {
                const body = { ...(roleId !== null && { roleId }), ...values }
                if (Object.keys(values).length > 0) await call('PUT', PATH, { body, version })
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
