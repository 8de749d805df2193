import type { JSX } from 'preact'
import { useAll } from '../lib/all-pages.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import type { Role } from '../lib/types.ts'
import { choiceName } from '../ui/input.tsx'
import { Page } from '../ui/page.tsx'
import { type Policy, SignInPolicy } from '../ui/sign-in-policy.tsx'

/** What the organization requires of sign-ins, and for which roles it requires more. */
export function SignInPolicyPage(): JSX.Element {
  const roles = useAll<Role>(may('auth.roles.list') ? '/auth/roles' : null)
  const policies = useData<{ items: readonly Policy[] }>('/auth/policies')
  const policyOf = (id: string) => policies.data?.items.find(({ roleId }) => roleId === id)
  return (
    <Page title={t('policy')} text={t('policy.page')}>
      <div class="columns">
        <section class="card padded stack">
          <h2>{t('policy.everybody')}</h2>
          <SignInPolicy />
        </section>
        {roles.data && (
          <section class="card padded stack">
            <h2>{t('policy.roles')}</h2>
            <ul class="rows">
              {roles.data.items.map(({ id, name }) => {
                const policy = policyOf(id)
                return (
                  <li key={id}>
                    <a class="strong" href={hrefOf(`/roles/${id}?tab=sign-in`)}>
                      {visible(name, 120)}
                    </a>
                    <span class={policy ? 'badge push' : 'muted push'}>
                      {policy ? choiceName(policy.secondFactor) : t('policy.same')}
                    </span>
                  </li>
                )
              })}
            </ul>
          </section>
        )}
      </div>
    </Page>
  )
}
