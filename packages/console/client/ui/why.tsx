import type { JSX } from 'preact'
import { valueText } from '../lib/format.ts'
import { memberName, t, textOr } from '../lib/i18n.ts'
import type { Explanation, Verdict } from '../lib/rules.ts'
import { visible } from '../lib/format.ts'
import { Icon } from './icon.tsx'

const MAX_DEPTH = 12

interface VerdictProps {
  readonly verdict: Verdict
  /** What is above the actions. Default: that it would do them. */
  readonly actions?: string
}

/** What came of a rule, and why. */
export function VerdictView({ verdict, actions = t('rules.wouldDo') }: VerdictProps): JSX.Element {
  const { conditionResult, error, explanation, actionsExecuted, messages = [], decisions = [] } = verdict
  return (
    <div class="stack" aria-live="polite">
      <p class={`verdict ${error ? 'bad' : conditionResult ? 'good' : 'bad'}`}>
        <Icon name={error ? 'warning' : conditionResult ? 'check' : 'close'} />
        <span>{error ? visible(error, 400) : conditionResult ? t('rules.true') : t('rules.false')}</span>
      </p>
      {explanation && (
        <ul class="why">
          <Why explanation={explanation} depth={0} />
        </ul>
      )}
      {(actionsExecuted?.results ?? []).length > 0 && (
        <div>
          <p class="strong">{actions}</p>
          <ul class="rows">
            {actionsExecuted!.results.map(({ type, success, error: problem }, index) => (
              <li key={index}>
                <span class={`badge ${success ? '' : 'bad'}`}>{textOr(`action.${type}`, type)}</span>
                {problem && <span class="problem">{visible(problem, 200)}</span>}
              </li>
            ))}
          </ul>
        </div>
      )}
      {[...messages.map(({ message }) => message), ...decisions.map(({ message }) => message)].map((text, index) => (
        <p key={index} class="message">
          {visible(text, 400)}
        </p>
      ))}
    </div>
  )
}

function Why({ explanation, depth }: { readonly explanation: Explanation; readonly depth: number }): JSX.Element {
  const { operator, verdict, rules, field, actual, expected } = explanation
  const mark = <span class={String(verdict)}>{verdict ? '✓ ' : '✗ '}</span>
  if (rules)
    return (
      <li>
        {mark}
        <span class="strong">{textOr(`rules.${operator}`, operator)}</span>
        {depth < MAX_DEPTH ? (
          <ul class="why">
            {rules.map((one, index) => (
              <Why key={index} explanation={one} depth={depth + 1} />
            ))}
          </ul>
        ) : (
          ' …'
        )}
      </li>
    )
  return (
    <li>
      {mark}
      <span class="strong">{memberName(field ?? '')}</span> {textOr(`operator.${operator}`, operator)}{' '}
      {operator.startsWith('IS_') ? '' : valueText(expected)}{' '}
      <span class="muted">({t('rules.was', { value: valueText(actual).slice(0, 200) })})</span>
    </li>
  )
}
