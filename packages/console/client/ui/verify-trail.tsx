import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { ApiError, get } from '../lib/api.ts'
import { number, visible } from '../lib/format.ts'
import { t } from '../lib/i18n.ts'
import { Dialog } from './dialog.tsx'
import { Icon } from './icon.tsx'
import { Scroller } from './scroller.tsx'
import { Failure } from './states.tsx'

interface Fault {
  readonly kind: 'changed' | 'removed' | 'inserted' | 'reordered' | 'forged'
  readonly number: number | null
  readonly entryId: string | null
  readonly detail: string
}

interface Part {
  readonly checked: number
  readonly total: number
  readonly archived: number
  readonly faults: readonly Fault[]
  readonly next: string | null
}

interface Found {
  readonly checked: number
  readonly total: number
  readonly archived: number
  /** The first ones. */
  readonly faults: readonly Fault[]
  readonly faultCount: number
  readonly isDone: boolean
}

const START: Found = { checked: 0, total: 0, archived: 0, faults: [], faultCount: 0, isDone: false }
const MOST_SHOWN = 200

/** Verifies the tenant's trail, part by part, for as long as the dialog is open. */
export function VerifyTrail({ onClose }: { readonly onClose: () => void }): JSX.Element {
  const [found, setFound] = useState(START)
  const [failure, setFailure] = useState<ApiError>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    const abort = new AbortController()
    setFound(START)
    setFailure(undefined)
    verify(abort.signal, setFound).catch((error: unknown) => {
      if (!abort.signal.aborted) setFailure(error instanceof ApiError ? error : new ApiError(0, {}))
    })
    return () => abort.abort()
  }, [round])
  return (
    <Dialog
      title={t('audit.verify')}
      look="wide"
      onClose={onClose}
      footer={
        <button type="button" class="button" onClick={onClose}>
          {found.isDone ? t('close') : t('cancel')}
        </button>
      }
    >
      {failure ? <Failure error={failure} onRetry={() => setRound(round + 1)} /> : <Result found={found} />}
    </Dialog>
  )
}

async function verify(signal: AbortSignal, onFound: (found: Found) => void): Promise<void> {
  let found = START
  for (let after: string | null = null; !found.isDone;) {
    const part: Part = await get<Part>('/audit_logs/audit-logs/verification', { after }, signal)
    after = part.next
    found = {
      checked: found.checked + part.checked,
      total: part.total,
      archived: part.archived,
      faults: [...found.faults, ...part.faults].slice(0, MOST_SHOWN),
      faultCount: found.faultCount + part.faults.length,
      isDone: after === null,
    }
    onFound(found)
  }
}

function Result({ found }: { readonly found: Found }): JSX.Element {
  const { checked, total, archived, faults, faultCount, isDone } = found
  return (
    <div class="stack">
      {!isDone && (
        <>
          <p role="status">{t('audit.verifying')}</p>
          <progress max={Math.max(total, checked, 1)} value={checked} aria-label={t('audit.verify')} />
        </>
      )}
      {isDone && total === 0 && faultCount === 0 && (
        <p class="message" role="status">
          <Icon name="info" size={18} /> {t('audit.unchained')}
        </p>
      )}
      {isDone && (total > 0 || faultCount > 0) && (
        <p class={`message ${faults.length > 0 ? 'bad' : 'good'}`} role={faults.length > 0 ? 'alert' : 'status'}>
          <Icon name={faults.length > 0 ? 'warning' : 'check'} size={18} />{' '}
          {faults.length > 0
            ? t('audit.faults', { count: number(faultCount) })
            : t('audit.sound', { count: number(Math.round(total / 2)) })}
        </p>
      )}
      {archived > 0 && <p class="muted">{t('audit.archived', { count: number(archived) })}</p>}
      {faults.length > 0 && (
        <Scroller label={t('audit.verify')}>
          <table class="table">
            <thead>
              <tr>
                <th scope="col">{t('audit.fault')}</th>
                <th scope="col">{t('audit.place')}</th>
                <th scope="col">{t('audit.entry')}</th>
              </tr>
            </thead>
            <tbody>
              {faults.map(({ kind, number: place, entryId, detail }, index) => (
                <tr key={index}>
                  <td data-label={t('audit.fault')}>
                    <span class="badge bad" title={detail}>
                      {t(`fault.${kind}`)}
                    </span>
                  </td>
                  <td data-label={t('audit.place')}>{place === null ? '—' : number(place)}</td>
                  <td data-label={t('audit.entry')} class="mono">
                    {entryId ? visible(entryId, 60) : '—'}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {isDone && <p class="muted">{t('audit.verifyText')}</p>}
    </div>
  )
}
