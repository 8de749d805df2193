import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call } from '../lib/api.ts'
import { visible } from '../lib/format.ts'
import { textOr } from '../lib/i18n.ts'
import { tr } from '../texts/late/rule-actions.ts'

/** What the analysis has found in rules. */
export interface Finding {
  readonly code: string
  /** Business ids; the first is that of the rule to look at. */
  readonly rules: readonly string[]
  readonly message: string
}

export const analyzeRules = (body: object): Promise<readonly Finding[]> =>
  call<{ findings: readonly Finding[] }>('POST', '/business_rules/rules/analyze', { body, isRead: true }).then(
    ({ findings }) => findings,
  )

interface DraftFindingsProps {
  /** A rule as it would be saved. */
  readonly draft: { readonly ruleId: string; readonly entityType: string }
}

/** What keeps a rule that is being edited from doing what it says; nothing while there is nothing to say. */
export function DraftFindings({ draft }: DraftFindingsProps): JSX.Element | null {
  const [findings, setFindings] = useState<readonly Finding[]>([])
  const key = JSON.stringify(draft)
  useEffect(() => {
    let isCurrent = true
    const ask = () =>
      analyzeRules({ entityType: draft.entityType, drafts: [draft] }).then(
        (all) => isCurrent && setFindings(all.filter(({ rules }) => rules[0] === draft.ruleId)),
        // A draft that cannot be saved yet is not analysed.
        () => isCurrent && setFindings([]),
      )
    const timer = setTimeout(() => void ask(), SETTLED)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [key])
  if (findings.length === 0) return null
  return (
    <div class="message warn" role="status">
      <div class="stack">
        <p class="strong">{tr('foundFaults')}</p>
        <Findings findings={findings} of={draft.ruleId} />
      </div>
    </div>
  )
}

interface FindingsProps {
  readonly findings: readonly Finding[]
  /** The rule that they are about, which need not be named. */
  readonly of?: string
}

/** Findings with their kinds in words. */
export const Findings = ({ findings, of }: FindingsProps): JSX.Element => (
  <ul class="rows">
    {findings.map(({ code, rules, message }, index) => (
      <li key={index}>
        <span class="badge warn">{textOr(`finding.${code}`, code.replace(/-/g, ' '))}</span>
        <span>{visible(message, 400)}</span>
        <span class="muted mono">{visible(rules.filter((one) => one !== of).join(', '), 120)}</span>
      </li>
    ))}
  </ul>
)

/** Milliseconds without a change. */
const SETTLED = 500
