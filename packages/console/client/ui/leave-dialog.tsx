import type { JSX } from 'preact'
import { t } from '../lib/i18n.ts'
import { leaving } from '../lib/unsaved.ts'
import { Confirm } from './dialog.tsx'

/** Asks before input that was not sent is thrown away. */
export function LeaveDialog({ discard }: { readonly discard: () => void }): JSX.Element {
  return (
    <Confirm
      title={t('leave.title')}
      text={t('leave.text')}
      action={t('leave.discard')}
      cancel={t('leave.keep')}
      onClose={() => (leaving.value = null)}
      onConfirm={discard}
    />
  )
}
