import type { JSX } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Described } from './field.tsx'

interface CodeProps {
  readonly value: unknown
  readonly set: (value: unknown) => void
  readonly described: Described
  readonly isPassword?: boolean
}

/** A one-time code or the current password, which password managers fill in. It has the focus when its dialog opens. */
export function CodeInput({ value, set, described, isPassword = false }: CodeProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    // The attribute is for a dialog that is opened after this, the call for one that is open already.
    input.current!.autofocus = true
    input.current!.focus()
  }, [])
  const common = {
    ref: input,
    ...described,
    required: true,
    value: typeof value === 'string' ? value : '',
    onInput: (event: { readonly currentTarget: HTMLInputElement }) => set(event.currentTarget.value),
  }
  if (isPassword)
    return <input {...common} class="input" type="password" autoComplete="current-password" maxLength={1024} />
  return (
    <input {...common} class="input mono" type="text" autoComplete="one-time-code" spellcheck={false} maxLength={64} />
  )
}
