import { useEffect, useState } from 'preact/hooks'
import { call } from './api.ts'

let asked: Promise<string> | undefined

const readOwnId = () =>
  (asked ??= call<{ userId: string }>('POST', '/auth/feature-check', { body: { features: [] }, isRead: true }).then(
    ({ userId }) => userId,
    (error: unknown) => {
      asked = undefined
      throw error
    },
  ))

/** The id of the visitor's account; undefined until it is known, and if `isWanted` is false. */
export function useOwnId(isWanted: boolean): string | undefined {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (isWanted) readOwnId().then(setId, () => {})
  }, [isWanted])
  return id
}
