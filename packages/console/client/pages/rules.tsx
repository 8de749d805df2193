import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { number, relativeTime, visible } from '../lib/format.ts'
import { useData } from '../lib/data.ts'
import { memberName, t, textOr } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { type Entities, type Rule, RULE_TYPES } from '../lib/rules.ts'
import { may } from '../lib/session.ts'
import { change, snapshotOf, whole } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { Switch } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Empty } from '../ui/states.tsx'

interface Finding {
  readonly code: string
  readonly rules: readonly string[]
  readonly message: string
}

/** The rules of the organization, and what their analysis has found. */
export function Rules(): JSX.Element {
  const [findings, setFindings] = useState<readonly Finding[]>()
  const canManage = may('business_rules.manage')
  const entities = useData<Entities>('/business_rules/entities').data?.items ?? []
  const titleOf = (name: string) => entities.find(({ entityType }) => entityType === name)?.title
  const add = canManage && (
    <a class="button primary" href={hrefOf('/business_rules/rules/new')}>
      <Icon name="plus" size={18} />
      {t('rules.new')}
    </a>
  )
  const analyze = () =>
    call<{ findings: readonly Finding[] }>('POST', '/business_rules/rules/analyze', { body: {}, isRead: true }).then(
      (found) => setFindings(found.findings),
      (error: Error) => toast({ text: error.message, kind: 'bad' }),
    )
  return (
    <Page
      title={t('rules')}
      text={t('rules.text')}
      actions={
        <>
          <button type="button" class="button" onClick={() => void analyze()}>
            {t('rules.analyze')}
          </button>
          {add}
        </>
      }
    >
      <div class="stack">
        {findings && (
          <section class="card padded" aria-label={t('rules.findings')} aria-live="polite">
            {findings.length === 0 ? (
              <Empty icon="check" title={t('rules.noFindings')} />
            ) : (
              <ul class="rows">
                {findings.map(({ code, rules, message }, index) => (
                  <li key={index}>
                    <span class="badge warn">{textOr(`finding.${code}`, code.replace(/-/g, ' '))}</span>
                    <span>{visible(message, 400)}</span>
                    <span class="muted mono">{visible(rules.join(', '), 120)}</span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        )}
        <List<Rule>
          path="/business_rules/rules"
          label={t('rules')}
          isOfOrganization
          keyOf={({ id }) => id}
          hrefOf={({ id }) => `/business_rules/rules/${id}`}
          empty={{ icon: 'rules', title: t('rules.empty'), text: t('rules.emptyText'), action: add }}
          canExport
          filters={[
            {
              name: 'entityType',
              label: t('rules.about'),
              options: entities.map(({ entityType, title }) => [entityType, title] as const),
            },
            {
              name: 'ruleType',
              label: t('rules.anyType'),
              options: RULE_TYPES.map((type) => [type, t(`ruleType.${type}`)] as const),
            },
            {
              name: 'enabled',
              label: t('users.anyState'),
              options: [
                ['true', t('rules.enabled')],
                ['false', t('rules.disabled')],
              ],
            },
          ]}
          columns={[
            {
              key: 'ruleName',
              title: t('field.name'),
              sort: 'ruleName',
              cell: ({ ruleName, ruleId }) => (
                <span>
                  <span class="strong">{visible(ruleName, 160)}</span>
                  <span class="below muted mono">{visible(ruleId, 60)}</span>
                </span>
              ),
            },
            {
              key: 'ruleType',
              title: t('field.ruleType'),
              sort: 'ruleType',
              cell: ({ ruleType }) => <span class="badge">{t(`ruleType.${ruleType}`)}</span>,
            },
            {
              key: 'about',
              title: t('rules.about'),
              cell: ({ entityType, eventType }) => (
                <span>
                  {visible(titleOf(entityType) ?? entityType, 80)}
                  <span class="below muted">{eventType ? memberName(eventType) : t('rules.anyEvent')}</span>
                </span>
              ),
            },
            {
              key: 'priority',
              title: t('field.priority'),
              sort: 'priority',
              isNumber: true,
              cell: ({ priority }) => number(priority),
            },
            {
              key: 'updatedAt',
              title: t('field.updatedAt'),
              sort: 'updatedAt',
              cell: ({ updatedAt }) => relativeTime(updatedAt),
            },
            {
              key: 'enabled',
              title: t('rules.enabled'),
              cell: (rule) => (
                <Switch
                  label=""
                  name={rule.ruleName}
                  isOn={rule.enabled}
                  isDisabled={!canManage}
                  onChange={(next) =>
                    void enable(rule, next).catch((error: Error) => toast({ text: error.message, kind: 'bad' }))
                  }
                />
              ),
            },
          ]}
        />
      </div>
    </Page>
  )
}

const enable = (rule: Rule, enabled: boolean) =>
  change(snapshotOf(rule, { path: `/business_rules/rules/${rule.id}`, pick: whole<Rule> }), ({ version }) =>
    call('PUT', '/business_rules/rules', { body: { id: rule.id, enabled }, version }),
  )
