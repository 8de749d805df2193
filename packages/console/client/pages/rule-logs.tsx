import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { number, relativeTime, valueText, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import type { Explanation } from '../lib/rules.ts'
import { Dialog } from '../ui/dialog.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { VerdictView } from '../ui/why.tsx'

interface Log {
  readonly id: string
  readonly ruleName: string
  readonly entityType: string
  readonly entityId: string
  readonly executionResult: 'SUCCESS' | 'FAILURE' | 'ERROR'
  readonly inputContext: unknown
  readonly errorMessage: string | null
  readonly executionTimeMs: number
  readonly executedAt: string
  readonly explanation: Explanation | null
}

const LOOK = { SUCCESS: 'good', FAILURE: 'warn', ERROR: 'bad' } as const

/** What rules were executed, with their verdicts and the reasons. */
export function RuleLogs(): JSX.Element {
  const [opened, setOpened] = useState<Log>()
  return (
    <Page title={t('ruleLogs')} text={t('ruleLogs.text')}>
      <List<Log>
        path="/business_rules/logs"
        label={t('ruleLogs')}
        canSearch={false}
        canExport
        keyOf={({ id }) => id}
        onOpen={setOpened}
        empty={{ icon: 'list', title: t('ruleLogs.empty') }}
        filters={[
          {
            name: 'executionResult',
            label: t('ruleLogs.any'),
            options: (['SUCCESS', 'FAILURE', 'ERROR'] as const).map((one) => [one, t(`result.${one}`)] as const),
          },
        ]}
        columns={[
          {
            key: 'rule',
            title: t('rules.rule'),
            cell: ({ ruleName }) => <span class="strong">{visible(ruleName, 120)}</span>,
          },
          {
            key: 'result',
            title: t('ruleLogs.result'),
            sort: 'executionResult',
            cell: ({ executionResult }) => (
              <span class={`badge ${LOOK[executionResult]}`}>{t(`result.${executionResult}`)}</span>
            ),
          },
          {
            key: 'entity',
            title: t('audit.record'),
            sort: 'entityType',
            cell: ({ entityType }) => <span class="mono">{visible(entityType, 80)}</span>,
          },
          {
            key: 'time',
            title: 'ms',
            sort: 'executionTimeMs',
            isNumber: true,
            cell: ({ executionTimeMs }) => number(executionTimeMs),
          },
          { key: 'at', title: t('audit.when'), sort: 'executedAt', cell: ({ executedAt }) => relativeTime(executedAt) },
        ]}
      />
      {opened && (
        <Dialog title={visible(opened.ruleName, 120)} look="drawer" onClose={() => setOpened(undefined)}>
          <div class="stack">
            <VerdictView
              verdict={{
                conditionResult: opened.executionResult === 'SUCCESS',
                actionsExecuted: null,
                explanation: opened.explanation,
                ...(opened.errorMessage !== null && { error: opened.errorMessage }),
              }}
            />
            <div>
              <p class="strong">{t('ruleLogs.input')}</p>
              <pre class="excerpt mono">{valueText(JSON.stringify(opened.inputContext, null, 2))}</pre>
            </div>
          </div>
        </Dialog>
      )}
    </Page>
  )
}
