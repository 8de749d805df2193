import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { call, type Query } from '../lib/api.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { ALL_ORGANIZATIONS, IN_ORGANIZATION, select, selected } from '../lib/selection.ts'
import type { Listed } from '../lib/types.ts'

interface OfOrganizationProps {
  /** What is listed, and how many there are; without it, what is hidden is not counted. */
  readonly list?: { readonly path: string; readonly asked: Query; readonly total: number }
}

/** Says what a list hides since it is limited to the selected organization, and shows it. */
export function OfOrganization({ list }: OfOrganizationProps): JSX.Element | null {
  const { value } = selected
  const hidden = useHidden(value ? list : undefined)
  if (!value) return null
  return (
    <p class="limit muted">
      {t('list.ofOrganization', { name: visible(value.name, 80) })}
      {hidden > 0 && <strong>{t('list.elsewhere', { count: number(hidden) })}</strong>}
      {value.mayLeave && (
        <button type="button" class="button small quiet" onClick={() => select('om_selected_org', ALL_ORGANIZATIONS)}>
          {t('list.showAll')}
        </button>
      )}
    </p>
  )
}

/** How many more there are in other organizations. */
function useHidden(list: OfOrganizationProps['list']): number {
  const [hidden, setHidden] = useState(0)
  const key = list && JSON.stringify(list)
  useEffect(() => {
    setHidden(0)
    if (!list) return
    const abort = new AbortController()
    const request = {
      query: { ...list.asked, page: 1, pageSize: 1 },
      headers: { [IN_ORGANIZATION]: ALL_ORGANIZATIONS },
      signal: abort.signal,
    }
    call<Partial<Listed<unknown>>>('GET', list.path, request).then(
      // Short lists are answered whole, without a total.
      ({ total = list.total }) => setHidden(Math.max(0, total - list.total)),
      () => {},
    )
    return () => abort.abort()
  }, [key])
  return hidden
}
