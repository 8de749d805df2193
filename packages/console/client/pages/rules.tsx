import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { complain } from '../lib/bulk.ts'
import { number, relativeTime, visible } from '../lib/format.ts'
import { useData } from '../lib/data.ts'
import { memberName, t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import { type Entities, type Rule, RULE_TYPES } from '../lib/rules.ts'
import { may } from '../lib/session.ts'
import { change, snapshotOf, whole } from '../lib/snapshot.ts'
import { tr } from '../texts/late/rule-actions.ts'
import { CancelButton, Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { analyzeRules, type Finding, Findings } from '../ui/rule-findings.tsx'
import { Empty } from '../ui/states.tsx'

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
  const [asked, setAsked] = useState<{ readonly rule: Rule; readonly faults: readonly Finding[] }>()
  const enableChecked = async (rule: Rule) => {
    const found = await analyzeRules({ entityType: rule.entityType })
    const faults = found.filter(({ rules }) => rules[0] === rule.ruleId)
    if (faults.length > 0) setAsked({ rule, faults })
    else await enable(rule, true)
  }
  const analyze = () => analyzeRules({}).then(setFindings, complain)
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
              <Findings findings={findings} />
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
                  onChange={(next) => void (next ? enableChecked(rule) : enable(rule, false)).catch(complain)}
                />
              ),
            },
          ]}
        />
      </div>
      {asked && (
        <Dialog
          title={`${t('rules.enabled')}: ${visible(asked.rule.ruleName, 120)}`}
          onClose={() => setAsked(undefined)}
          footer={
            <>
              <CancelButton />
              <button
                type="button"
                class="button primary"
                onClick={() => {
                  setAsked(undefined)
                  void enable(asked.rule, true).catch(complain)
                }}
              >
                {tr('enableAnyway')}
              </button>
            </>
          }
        >
          <p class="strong">{tr('foundFaults')}</p>
          <Findings findings={asked.faults} of={asked.rule.ruleId} />
        </Dialog>
      )}
    </Page>
  )
}

const enable = (rule: Rule, enabled: boolean) =>
  change(snapshotOf(rule, { path: `/business_rules/rules/${rule.id}`, pick: whole<Rule> }), ({ version }) =>
    call('PUT', '/business_rules/rules', { body: { id: rule.id, enabled }, version }),
  )
