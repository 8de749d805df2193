import type { FunctionComponent } from 'preact'
import { ApiError } from './api.ts'
import { t } from './i18n.ts'

/** Where scripts of products find the copies of Preact and of the kit that the console uses. `bundle/kit-script.ts` has it, too. */
const SHARED = Symbol.for('@plinth/console/kit')

let shared: Promise<void> | undefined

/** Loads what scripts of products import from `@plinth/console/kit`. It must be there before they are. */
export function loadKit(): Promise<void> {
  return (shared ??= (async () => {
    const [kit, jsxRuntime, { defineView }] = await Promise.all([
      import('../kit.ts'),
      import('../kit/jsx-runtime.ts'),
      import('../kit/view-element.ts'),
    ])
    Object.assign(globalThis, { [SHARED]: { kit, 'kit/jsx-runtime': jsxRuntime } })
    defineView(kit)
  })().catch((error: unknown) => {
    shared = undefined
    throw error
  }))
}

/** A component that a script of a product exports. */
export async function loadComponent<P>(script: string, name: string): Promise<FunctionComponent<P>> {
  await loadKit()
  const exported = (await import(/* @vite-ignore */ script)) as Readonly<Record<string, unknown>>
  const component = exported[name]
  if (typeof component !== 'function') throw new ApiError(500, { error: t('component.missing', { script, name }) })
  return component as FunctionComponent<P>
}
