/** An id of nothing. */
export const unknown = '99999999-9999-4999-8999-999999999999'

/** A body that is sent as it is, under the name of JSON. */
export const raw = (body: string): RequestInit => ({ body, headers: { 'content-type': 'application/json' } })

/** A value in the words of a statement. */
export const show = (value: unknown): string => (JSON.stringify(value) ?? 'left out').slice(0, 160)
