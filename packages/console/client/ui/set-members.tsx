import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { useAll } from '../lib/all-pages.ts'
import { useData } from '../lib/data.ts'
import { visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { hrefOf } from '../lib/location.ts'
import type { Rule, RuleType } from '../lib/rules.ts'
import { remove } from '../lib/removal.ts'
import { may } from '../lib/session.ts'
import { change, type Snapshot, snapshotOf } from '../lib/snapshot.ts'
import { toast } from '../lib/toasts.ts'
import { Select, Switch } from './field.tsx'
import { Icon } from './icon.tsx'
import { Page } from './page.tsx'
import { Empty, Shown } from './states.tsx'

interface SetOf {
  readonly id: string
  readonly setName: string
  readonly members: readonly {
    readonly id: string
    readonly ruleId: string
    readonly ruleName: string
    readonly ruleType: RuleType
    readonly sequence: number
    readonly enabled: boolean
    readonly updatedAt: string
  }[]
}

/** The rules in a set, in order. */
export function SetMembers({ id }: { readonly id: string }): JSX.Element {
  const set = useData<SetOf>(`/business_rules/sets/${id}`)
  const rules = useAll<Rule>('/business_rules/rules')
  const [ruleId, setRuleId] = useState('')
  const path = `/business_rules/sets/${id}/members`
  const canManage = may('business_rules.manage_sets')
  const tell = (error: Error) => toast({ text: error.message, kind: 'bad' })
  const send = (method: string, member: SetOf['members'][number], request: object) => {
    const pick = ({ members }: SetOf) => members.find((one) => one.id === member.id)
    const seen = snapshotOf(member, { path: `/business_rules/sets/${id}`, pick })
    const write = ({ version }: Snapshot) => call(method, path, { ...request, version })
    void (method === 'DELETE' ? remove(seen, write) : change(seen, write)).catch(tell)
  }
  return (
    <>
      <a class="back" href={hrefOf('/business_rules/sets')}>
        <Icon name="left" size={16} />
        {t('sets')}
      </a>
      <Shown of={set}>
        {({ setName, members }) => (
          <Page title={visible(setName, 120)}>
            <section class="card padded stack" aria-label={t('sets.members')}>
              {canManage && (
                <div class="group-head">
                  <Select
                    label={t('rules')}
                    value={ruleId}
                    onChange={setRuleId}
                    options={[
                      ['', t('sets.choose')],
                      ...(rules.data?.items
                        .filter((rule) => !members.some((one) => one.ruleId === rule.id))
                        .map((rule) => [rule.id, visible(rule.ruleName, 100)] as const) ?? []),
                    ]}
                  />
                  <button
                    type="button"
                    class="button"
                    disabled={ruleId === ''}
                    onClick={() => {
                      setRuleId('')
                      void call('POST', path, { body: { ruleId, sequence: members.length } }).catch(tell)
                    }}
                  >
                    {t('add')}
                  </button>
                </div>
              )}
              {members.length === 0 ? (
                <Empty icon="rules" title={t('sets.none')} />
              ) : (
                <ol class="rows">
                  {members.map((member) => {
                    const { id: memberId, ruleId: rule, ruleName, ruleType, sequence, enabled } = member
                    return (
                      <li key={memberId}>
                        <span class="muted">{sequence}</span>
                        <a class="strong" href={hrefOf(`/business_rules/rules/${rule}`)}>
                          {visible(ruleName, 120)}
                        </a>
                        <span class="badge">{t(`ruleType.${ruleType}`)}</span>
                        <span class="push" />
                        <Switch
                          label=""
                          name={ruleName}
                          isOn={enabled}
                          isDisabled={!canManage}
                          onChange={(next) => send('PUT', member, { body: { memberId, enabled: next } })}
                        />
                        {canManage && (
                          <button
                            type="button"
                            class="icon-button small danger"
                            aria-label={`${t('remove')}: ${ruleName}`}
                            onClick={() => send('DELETE', member, { query: { memberId } })}
                          >
                            <Icon name="trash" size={16} />
                          </button>
                        )}
                      </li>
                    )
                  })}
                </ol>
              )}
            </section>
          </Page>
        )}
      </Shown>
    </>
  )
}
