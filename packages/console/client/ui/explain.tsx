import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import type { Features } from '../lib/types.ts'
import { tx } from '../texts/late/explain.ts'
import { GrantRight } from './grant-right.tsx'
import { Icon } from './icon.tsx'
import { Field } from './field.tsx'
import { Empty, Shown } from './states.tsx'

type StepKind = 'account' | 'super_admin' | 'user_acl' | 'role' | 'feature' | 'organization'
type Outcome = 'passed' | 'no_match' | 'ignored' | 'allowed' | 'denied'

interface Explanation {
  readonly isAllowed: boolean
  readonly reason: string
  /** In English, for reasons that the console does not know. */
  readonly sentence: string
  readonly organization: { readonly name: string | null } | null
  readonly feature: { readonly id: string; readonly title: string | null }
  readonly path: readonly {
    readonly kind: StepKind
    readonly outcome: Outcome
    readonly id: string | null
    readonly name: string | null
    readonly grants: readonly string[]
    readonly organizations: readonly { readonly id: string; readonly name: string | null }[] | null
  }[]
}

/** Why an account may or may not use a feature, drawn as the path of the decision. */
export function Explain({ userId }: { readonly userId: string }): JSX.Element {
  const [feature, setFeature] = useState('')
  const explanation = useData<Explanation>(feature === '' ? null : '/auth/access/explain', { userId, feature })
  return (
    <div class="stack">
      <p class="muted">{t('explain.text')}</p>
      <FeaturePicker value={feature} onChange={setFeature} />
      {feature === '' ? (
        <Empty icon="shield" title={t('explain.choose')} />
      ) : (
        <Shown of={explanation}>{(found) => <Path explanation={found} userId={userId} />}</Shown>
      )}
    </div>
  )
}

/** Chooses a feature by its title or id. */
export function FeaturePicker(props: { readonly value: string; readonly onChange: (id: string) => void }): JSX.Element {
  const { value, onChange } = props
  const { data } = useData<Features>('/auth/features')
  return (
    <Field label={t('feature')} isRequired>
      {(described) => (
        <select {...described} class="input" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          <option value="">—</option>
          {data?.modules.map((module) => {
            const own = data.items.filter((one) => one.module === module.id)
            return (
              own.length > 0 && (
                <optgroup key={module.id} label={module.title}>
                  {own.map(({ id, title }) => (
                    <option key={id} value={id} selected={id === value}>
                      {title}
                    </option>
                  ))}
                </optgroup>
              )
            )
          })}
        </select>
      )}
    </Field>
  )
}

const ICONS: Readonly<Record<Outcome, string>> = {
  passed: 'check',
  allowed: 'check',
  denied: 'close',
  no_match: 'more',
  ignored: 'more',
}

/** Why, in the reader's language. */
function reasonText(explanation: Explanation): string {
  const { reason, path, feature, organization } = explanation
  switch (reason) {
    case 'granted': {
      const granting = path.filter(({ kind, grants }) => (kind === 'role' || kind === 'user_acl') && grants.length > 0)
      const names = granting.map(({ kind, name }) => [t(`explain.${kind}`), name].filter(Boolean).join(' '))
      return names.length > 0 ? tx('granted', { names: names.join(', ') }) : withoutVerdict(explanation.sentence)
    }
    case 'super_admin':
    case 'no_rights':
      return tx(reason)
    case 'missing_feature':
      return tx(reason, { right: feature.title ?? feature.id })
    case 'organization_excluded':
      return organization ? tx(reason, { organization: organization.name ?? '—' }) : tx('nowhere')
    default:
      return withoutVerdict(explanation.sentence)
  }
}

/** "Allowed: …" after "Allowed." would say it twice. */
function withoutVerdict(sentence: string): string {
  const reason = sentence.replace(/^(Allowed|Denied): /, '')
  return reason.charAt(0).toUpperCase() + reason.slice(1)
}

interface PathProps {
  readonly explanation: Explanation
  readonly userId: string
}

function Path({ explanation, userId }: PathProps): JSX.Element {
  const { isAllowed, path, feature } = explanation
  const [isGranting, setGranting] = useState(false)
  const isMissing = path.some(({ kind, outcome }) => kind === 'feature' && outcome === 'denied')
  const roles = path.flatMap(({ kind, id, name }) => (kind === 'role' && id !== null ? [{ id, name }] : []))
  const hasOwn = path.some(({ kind }) => kind === 'user_acl')
  return (
    <div class="stack" aria-live="polite">
      <p class={`verdict ${isAllowed ? 'good' : 'bad'}`}>
        <Icon name={isAllowed ? 'check' : 'close'} />
        <span>
          <strong>{isAllowed ? t('explain.allowed') : t('explain.denied')}</strong>{' '}
          {visible(reasonText(explanation), 600)}
        </span>
      </p>
      {isMissing && (hasOwn || roles.length > 0) && (
        <div>
          <button type="button" class="button" onClick={() => setGranting(true)}>
            <Icon name="plus" size={18} />
            {t('explain.grant')}
          </button>
        </div>
      )}
      {isGranting && (
        <GrantRight {...{ userId, feature }} roles={hasOwn ? [] : roles} onClose={() => setGranting(false)} />
      )}
      <ol class="path">
        {path.map(({ kind, outcome, id, name, grants, organizations }, index) => (
          <li key={index} class={outcome}>
            <span class="path-mark">
              <Icon name={ICONS[outcome]} size={16} />
            </span>
            <div>
              <span class="strong">{t(`explain.${kind}`)}</span>{' '}
              {name &&
                (kind === 'role' && id ? (
                  <a href={hrefOf(`/roles/${id}`)}>{visible(name, 120)}</a>
                ) : (
                  visible(name, 120)
                ))}
              <span class={`badge ${outcome === 'denied' ? 'bad' : outcome === 'allowed' ? 'good' : ''}`}>
                {t(`explain.outcome.${outcome}`)}
              </span>
              {grants.length > 0 && <p class="muted mono">{visible(grants.join(', '), 300)}</p>}
              {organizations && organizations.length > 0 && (
                <p class="muted">{visible(organizations.map((one) => one.name ?? one.id).join(', '), 300)}</p>
              )}
            </div>
          </li>
        ))}
      </ol>
    </div>
  )
}
