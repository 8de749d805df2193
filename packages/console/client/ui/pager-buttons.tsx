import type { JSX } from 'preact'
import { t } from '../lib/i18n.ts'

interface PagerProps {
  readonly page: number
  readonly totalPages: number
  readonly onChange: (page: number) => void
}

/** Buttons to the page before and after, for a list within a drawer. Nothing if there is one page. */
export function PagerButtons({ page, totalPages, onChange }: PagerProps): JSX.Element | null {
  if (totalPages <= 1) return null
  return (
    <nav class="pager-buttons" aria-label={t('pager')}>
      <button type="button" class="button small" disabled={page <= 1} onClick={() => onChange(page - 1)}>
        {t('pager.previous')}
      </button>
      <button type="button" class="button small" disabled={page >= totalPages} onClick={() => onChange(page + 1)}>
        {t('pager.next')}
      </button>
    </nav>
  )
}
