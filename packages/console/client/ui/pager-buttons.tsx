import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { t } from '../lib/i18n.ts'

interface PagerProps {
  readonly page: number
  readonly totalPages: number
  readonly onChange: (page: number) => void
}

/** The page that a button has asked for. While it is read, the buttons may be gone, and the focus with them. */
let asked: { readonly page: number; readonly isNext: boolean } | undefined

/** Buttons to the page before and after, for a list within a drawer. Nothing if there is one page. Whoever takes the last row of a page away sees the one before. */
export function PagerButtons({ page, totalPages, onChange }: PagerProps): JSX.Element | null {
  const buttons = useRef<HTMLElement>(null)
  useEffect(() => {
    if (page !== asked?.page) return
    const all = [...(buttons.current?.querySelectorAll('button') ?? [])]
    const [first, other] = asked.isNext ? all.toReversed() : all
    asked = undefined
    if (document.activeElement?.matches('body, dialog, :disabled')) (first?.disabled ? other : first)?.focus()
  }, [page])
  const last = Math.max(1, totalPages)
  useEffect(() => {
    if (page > last) onChange(last)
  }, [page, last])
  const ask = (next: number) => {
    asked = { page: next, isNext: next > page }
    onChange(next)
  }
  if (totalPages <= 1) return null
  return (
    <nav class="pager-buttons" aria-label={t('pager')} ref={buttons}>
      <button type="button" class="button small" disabled={page <= 1} onClick={() => ask(page - 1)}>
        {t('pager.previous')}
      </button>
      <button type="button" class="button small" disabled={page >= totalPages} onClick={() => ask(page + 1)}>
        {t('pager.next')}
      </button>
    </nav>
  )
}
