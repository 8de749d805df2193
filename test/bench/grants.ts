import { compileGrants } from '@plinth/core/acl'

/** Feature checks per second on one core: best of three, for 10 to 100,000 grants. Half of the checks are denials. */
export async function grantChecks(): Promise<{ name: string; perSecond: number }[]> {
  return [10, 100, 1000, 10_000, 100_000].flatMap((count) => {
    const ids = Array.from({ length: count }, (_, i) => `module${i % 997}.entity${i}.action${i % 7}`)
    const grants = compileGrants(ids.map((id, i) => (i % 3 === 0 ? `${id.slice(0, id.lastIndexOf('.'))}.*` : id)))
    const ask = (distinct: number) =>
      Array.from({ length: distinct }, (_, i) =>
        asConstant(i % 2 === 0 ? ids[(i * 37) % count]! : `module${i}.other.action`),
      )
    const size = `${count.toLocaleString('en')} grants`
    return [
      { name: `feature check, ${size}`, perSecond: best(grants.has, ask(256)) },
      // More distinct ids than are remembered, so that most checks are made in full.
      { name: `feature check of a forgotten id, ${size}`, perSecond: best(grants.has, ask(20_000)) },
    ]
  })
}

function best(has: (id: string) => boolean, asked: readonly string[]): number {
  const rounds = asked.length > 1000 ? 25 : 12_000
  const rates = [1, 2, 3].map(() => {
    const start = performance.now()
    let granted = 0
    for (let round = 0; round < rounds; round += 1) for (const id of asked) if (has(id)) granted += 1
    if (granted * 2 !== rounds * asked.length) throw new Error(`Expected half of the checks to be granted: ${granted}`)
    return (rounds * asked.length) / ((performance.now() - start) / 1000)
  })
  return Math.round(Math.max(...rates))
}

/** Feature ids in programs are literals, which V8 keeps as one flat string each; strings put together are not. */
const asConstant = (text: string): string => Object.keys({ [text]: true })[0]!
