/** Picks one of a list. */
export type Pick = <T>(list: readonly T[]) => T

/** The same choices for the same seed (mulberry32). */
export function chooser(seed: number): Pick {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  return (list) => list[Math.floor(next() * list.length)]!
}
