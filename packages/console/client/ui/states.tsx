import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { ApiError } from '../lib/api.ts'
import type { Loaded } from '../lib/data.ts'
import { t } from '../lib/i18n.ts'
import { Icon } from './icon.tsx'

/** What is shown until an answer is there: nothing for what takes less than 200 ms. */
export function Loading(): JSX.Element {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div class="loading" role="status">
      {isLate && (
        <>
          <span class="hidden">{t('loading')}</span>
          {[80, 55, 70, 40].map((width) => (
            <span class={`bone w${width}`} key={width} />
          ))}
        </>
      )}
    </div>
  )
}

interface EmptyProps {
  readonly icon?: string
  readonly title: string
  readonly text?: string
  readonly children?: ComponentChildren
}

export function Empty({ icon = 'list', title, text, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <p class="empty-title">{title}</p>
      {text && <p class="muted">{text}</p>}
      {children}
    </div>
  )
}

/** Why something cannot be shown, and what to do about it. */
export function Failure({ error, onRetry }: { readonly error: ApiError; readonly onRetry?: () => void }): JSX.Element {
  const missing = missingRightsOf(error)
  const [rights, setRights] = useState(missing.length === 0 ? missing : undefined)
  useEffect(() => {
    if (missing.length > 0)
      void import('../lib/right-titles.ts').then(({ titlesOf }) => titlesOf(missing)).then(setRights)
  }, [missing.join()])
  const [icon, title, text] = explain(error, rights)
  return (
    <div class="empty" role="alert">
      <span class="empty-icon">
        <Icon name={icon} size={28} />
      </span>
      <p class="empty-title">{title}</p>
      <p class="muted">{text}</p>
      {onRetry && (
        <button type="button" class="button" onClick={onRetry}>
          {t('retry')}
        </button>
      )}
    </div>
  )
}

function missingRightsOf({ status, body }: ApiError): readonly string[] {
  const ids = status === 403 ? body['requiredFeatures'] : undefined
  return Array.isArray(ids) ? ids.map(String) : []
}

function explain(
  { status, message }: ApiError,
  rights: readonly string[] | undefined,
): readonly [string, string, string] {
  if (status === 0) return ['globe', t('offline.title'), t('offline.text')]
  if (status === 401) return ['lock', t('ended.title'), t('ended.text')]
  if (status === 403) {
    const needs = rights && t('forbidden.needs', { features: rights.join(', ') })
    return ['lock', t('forbidden.title'), rights?.length === 0 ? message : (needs ?? '')]
  }
  if (status === 404) return ['search', t('missing.title'), message]
  return ['warning', t('failed.title'), message]
}

interface ShownProps<T> {
  readonly of: Loaded<T>
  readonly children: (data: T) => ComponentChildren
}

/** Shows an answer, or what has become of it. What was there stays while it is read again, and while that is not possible. */
export function Shown<T>({ of: { data, error, isLoading, reload }, children }: ShownProps<T>): JSX.Element {
  const isOut = error?.status === 0 || error?.status === 401
  if (error && (data === undefined || (!isLoading && !isOut))) return <Failure error={error} onRetry={reload} />
  if (data === undefined) return <Loading />
  return <>{children(data)}</>
}
