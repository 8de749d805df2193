import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import type { Editing } from '../lib/editing.ts'
import { t } from '../lib/i18n.ts'
import { MergeTable } from './merge-table.tsx'

interface NotesProps {
  /** The label of a field. */
  readonly titleOf: (name: string) => string
  readonly editing: Pick<Editing<unknown>, 'clash' | 'choose' | 'isRestored' | 'discard'>
}

/** What a form says about input from before a reload, and about what others have changed meanwhile. */
export function FormNotes({ editing, titleOf }: NotesProps): JSX.Element | null {
  const { clash, choose, isRestored, discard } = editing
  const shown = useRef<HTMLElement>(null)
  useEffect(() => shown.current?.focus(), [clash?.values])
  if (clash)
    return (
      <section class="merge message" ref={shown} tabIndex={-1} aria-label={t('merge.title')}>
        <p class="strong">{t('merge.title')}</p>
        <p>{clash.conflicts.length > 0 ? t('merge.choose') : t('merge.united')}</p>
        <MergeTable {...{ clash, choose, titleOf }} />
      </section>
    )
  if (!isRestored) return null
  return (
    <p class="message" role="status">
      <span>{t('draft.restored')}</span>
      <button type="button" class="button small push" onClick={discard}>
        {t('draft.discard')}
      </button>
    </p>
  )
}
