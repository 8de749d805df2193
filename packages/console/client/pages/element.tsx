import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import * as preact from 'preact'
import * as hooks from 'preact/hooks'
import * as signals from '@preact/signals'
import type { PageProps } from '../app.tsx'
import { ApiError, call, get } from '../lib/api.ts'
import { locale, textIn } from '../lib/i18n.ts'
import { loadKit } from '../lib/load-component.ts'
import { go, hrefOf } from '../lib/location.ts'
import { may } from '../lib/session.ts'
import { toast } from '../lib/toasts.ts'
import { Page } from '../ui/page.tsx'
import { Failure } from '../ui/states.tsx'

/** What the console gives to an element of a module, as its property `plinth`. Documented in docs/console-pages.md. */
const plinth = {
  /** GET of a route; throws an error with `status` and `body`. */
  get,
  /** A write: the console offers to undo it. */
  call,
  toast: (text: string) => toast({ text }),
  go,
  href: hrefOf,
  may,
  get locale() {
    return locale.value
  },
  preact: { ...preact, ...hooks },
  signals,
}

/** A page that is the custom element of a module. */
export function ElementPage({ page }: PageProps): JSX.Element | null {
  const holder = useRef<HTMLDivElement>(null)
  const [failure, setFailure] = useState<ApiError>()
  const { element = '', script = '', title = '' } = page ?? {}
  useEffect(() => {
    const show = async () => {
      await loadKit()
      await import(/* @vite-ignore */ script)
      if (!customElements.get(element)) throw new Error(`${script} defines no element ${element}`)
      // Properties that are set before an element is connected are there when it begins.
      holder.current?.replaceChildren(Object.assign(document.createElement(element), { plinth }))
    }
    show().catch((error: unknown) => setFailure(new ApiError(500, { error: String(error) })))
  }, [script])
  if (failure) return <Failure error={failure} onRetry={() => location.reload()} />
  return (
    <Page title={textIn(title)}>
      <div ref={holder} class="card padded" />
    </Page>
  )
}
