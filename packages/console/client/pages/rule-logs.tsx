import type { JSX } from 'preact'
import { useData } from '../lib/data.ts'
import { number, relativeTime, valueText, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { pathWith, query, setQuery } from '../lib/location.ts'
import type { Entities, Explanation, Verdict } from '../lib/rules.ts'
import { tr } from '../texts/late/rule-actions.ts'
import { Excerpt } from '../ui/excerpt.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { List } from '../ui/list.tsx'
import { Page } from '../ui/page.tsx'
import { Shown } from '../ui/states.tsx'
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
  readonly outputContext: { readonly actionsExecuted?: unknown } | null
}

const LOOK = { SUCCESS: 'good', FAILURE: 'warn', ERROR: 'bad' } as const

const PATH = '/business_rules/logs'

/** What rules were executed, with their verdicts and the reasons. */
export function RuleLogs(): JSX.Element {
  const { open } = query.value
  const entities = useData<Entities>('/business_rules/entities').data?.items ?? []
  const titleOf = (name: string) =>
    entities.find(({ entityType, aliases = [] }) => entityType === name || aliases.includes(name))?.title
  return (
    <Page title={t('ruleLogs')} text={t('ruleLogs.text')}>
      <List<Log>
        path={PATH}
        label={t('ruleLogs')}
        isOfOrganization
        canSearch={false}
        canExport
        keyOf={({ id }) => id}
        hrefOf={({ id }) => pathWith({ open: id })}
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
            cell: ({ entityType }) => visible(titleOf(entityType) ?? entityType, 80),
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
      {open !== undefined && <Execution key={open} id={open} />}
    </Page>
  )
}

/** What a rule was executed with, and what came of it. */
function Execution({ id }: { readonly id: string }): JSX.Element {
  const found = useData<Log>(`${PATH}/${encodeURIComponent(id)}`)
  return (
    <Dialog
      title={visible(found.data?.ruleName ?? t('ruleLogs'), 120)}
      look="drawer"
      onClose={() => setQuery({ open: null })}
    >
      <Shown of={found}>
        {({ executionResult, explanation, errorMessage, inputContext, outputContext }) => (
          <div class="stack">
            <VerdictView
              actions={tr('actions')}
              verdict={{
                conditionResult: executionResult === 'SUCCESS',
                actionsExecuted: toResults(outputContext?.actionsExecuted),
                explanation,
                ...(errorMessage !== null && { error: errorMessage }),
              }}
            />
            <div>
              <p class="strong">{t('ruleLogs.input')}</p>
              <Excerpt label={t('ruleLogs.input')} isCode>
                {valueText(JSON.stringify(inputContext, null, 2))}
              </Excerpt>
            </div>
          </div>
        )}
      </Shown>
    </Dialog>
  )
}

/** The results of a rule's actions; their log leaves them out if they are too large. */
const toResults = (found: unknown): Verdict['actionsExecuted'] => (Array.isArray(found) ? { results: found } : null)
