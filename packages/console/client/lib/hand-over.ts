import { call } from './api.ts'

interface HandedOver {
  readonly items: readonly { readonly kind: string; readonly count: number }[]
  readonly withheld: readonly string[]
  readonly hasMore: boolean
}

/** Gives everything that a person owns to another one. Returns how many records, and the kinds that the visitor may not give. */
export async function handOver(
  fromUserId: string,
  toUserId: string,
): Promise<{ readonly count: number; readonly withheld: readonly string[] }> {
  const withheld = new Set<string>()
  let count = 0
  for (let hasMore = true; hasMore;) {
    const answer = await call<HandedOver>('POST', '/auth/users/hand-over', { body: { fromUserId, toUserId } })
    for (const kind of answer.withheld) withheld.add(kind)
    for (const one of answer.items) count += one.count
    hasMore = answer.hasMore
  }
  return { count, withheld: [...withheld] }
}
