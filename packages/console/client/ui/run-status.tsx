import type { JSX } from 'preact'
import type { RunStatus } from '../lib/exports.ts'
import { t } from '../lib/i18n.ts'
import { ti } from '../texts/late/imports.ts'

const LOOKS: Readonly<Record<RunStatus, string>> = {
  waiting: 'warn',
  running: 'warn',
  completed: 'good',
  failed: 'bad',
}

/** How a run of an export is going, or has ended. */
export const RunStatusBadge = ({ status }: { readonly status: RunStatus }): JSX.Element => (
  <span class={`badge ${LOOKS[status]}`}>{status === 'waiting' ? t('webhooks.pending') : ti(status)}</span>
)
