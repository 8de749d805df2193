'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, type ReactNode, useState } from 'react'

interface SendFormProps {
  readonly path: string
  readonly button: string
  /** Whether the route takes JSON. Default: a form. */
  readonly isJson?: boolean
  readonly children: ReactNode
}

/** A form that is sent to the API. The page is then read again, or the reason of a refusal shown. */
export function SendForm({ path, button, isJson = false, children }: SendFormProps) {
  const { refresh } = useRouter()
  const [reason, setReason] = useState('')
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const response = await fetch(path, {
      method: 'POST',
      ...(isJson
        ? { headers: { 'content-type': 'application/json' }, body: JSON.stringify(Object.fromEntries(data)) }
        : { body: data }),
    })
    const { error = '' } = (await response.json()) as { error?: string }
    setReason(error)
    if (!response.ok) return
    form.reset()
    refresh()
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      {children}
      <button>{button}</button> <output>{reason}</output>
    </form>
  )
}
