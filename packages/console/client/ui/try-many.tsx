import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, call, get, type Query } from '../lib/api.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { dataOf, recordsOf, type Rule, type RuleEntity } from '../lib/rules.ts'
import type { Listed, Row } from '../lib/types.ts'
import { Icon } from './icon.tsx'

interface Result {
  readonly conditionResult: boolean
  readonly error?: string
}

interface Tried {
  readonly row: Row
  readonly result: Result
}

const [MOST, PAGE] = [1_000, 100]
const EXAMPLES = 5

interface TryManyProps {
  readonly rule: Rule
  readonly entity: RuleEntity
  readonly nameOf: (row: Row) => string
}

/** Tells with which of the last records the condition of a rule is met, before the rule counts. */
export function TryMany({ rule, entity, nameOf }: TryManyProps): JSX.Element {
  const [tried, setTried] = useState<readonly Tried[]>()
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState('')
  useEffect(() => setTried(undefined), [rule])

  async function run() {
    setRunning(true)
    setFailure('')
    try {
      let all: readonly Tried[] = []
      setTried(all)
      for (let page = 1; all.length < MOST; page++) {
        const rows = await readPage(entity, page)
        all = [...all, ...(await evaluate(rows))]
        setTried(all)
        if (rows.length < PAGE) break
      }
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setRunning(false)
    }
  }

  /** A slow rule is asked about the rest once more. */
  async function evaluate(rows: readonly Row[]): Promise<readonly Tried[]> {
    const done: Tried[] = []
    while (done.length < rows.length) {
      const records = rows.slice(done.length).map((row) => dataOf(entity, row))
      const path = `/business_rules/execute/${rule.id}/records`
      const { results } = await call<{ results: readonly Result[] }>('POST', path, { body: { records }, isRead: true })
      for (const result of results) done.push({ row: rows[done.length]!, result })
      if (results.length === 0) break
    }
    return done
  }

  const groups = [
    ['met', tried?.filter(({ result }) => !result.error && result.conditionResult) ?? []],
    ['unmet', tried?.filter(({ result }) => !result.error && !result.conditionResult) ?? []],
    ['failed', tried?.filter(({ result }) => result.error) ?? []],
  ] as const
  return (
    <div class="stack">
      <button type="button" class="button" disabled={isRunning} onClick={() => void run()}>
        <Icon name="play" size={16} />
        {t('rules.tryMany', { count: number(MOST) })}
      </button>
      {failure && <p class="problem">{visible(failure, 400)}</p>}
      {tried && (
        <div class="stack" role="status">
          <p class="muted">{t('rules.tried', { count: number(tried.length) })}</p>
          <ul class="bars">
            {groups.map(
              ([kind, some]) =>
                (kind !== 'failed' || some.length > 0) && (
                  <li key={kind}>
                    <span class="label">{t(`rules.tried.${kind}`)}</span>
                    <span class="value">{number(some.length)}</span>
                    <span class="bar">
                      <span style={{ width: `${(some.length / Math.max(1, tried.length)) * 100}%` }} />
                    </span>
                    {some.length > 0 && (
                      <span class="below muted">
                        {some
                          .slice(0, EXAMPLES)
                          .map(({ row, result }) => visible(result.error ?? nameOf(row), 60))
                          .join(', ')}
                        {some.length > EXAMPLES && ' …'}
                      </span>
                    )}
                  </li>
                ),
            )}
          </ul>
        </div>
      )}
    </div>
  )
}

/** The last ones that were changed; where a list is not sorted so, in its own order. */
async function readPage(entity: RuleEntity, page: number): Promise<readonly Row[]> {
  const { path, query: own } = recordsOf(entity)
  const read = async (query: Query) => (await get<Listed<Row>>(path, { page, pageSize: PAGE, ...own, ...query })).items
  try {
    return await read({ sortField: 'updatedAt', sortDir: 'desc' })
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return read({})
    throw error
  }
}
