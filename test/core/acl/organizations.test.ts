import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createOrganizationTree } from '@plinth/core/acl'
import { organizationTree } from './_tree.ts'

describe('organization tree', () => {
  const tree = organizationTree({ b: null, a2: 'a', a: null, a1: 'a', a11: 'a1' })

  it('answers ancestors root first, descendants depth first, siblings by name', () => {
    expect(tree.size).toBe(5)
    expect(tree.roots).toEqual(['a', 'b'])
    expect(tree.ancestors('a11')).toEqual(['a', 'a1'])
    expect(tree.children('a')).toEqual(['a1', 'a2'])
    expect(tree.descendants('a')).toEqual(['a1', 'a11', 'a2'])
    expect(tree.subtree('a1')).toEqual(['a1', 'a11'])
    expect(tree.isWithin('a11', 'a')).toBe(true)
    expect(tree.isWithin('a', 'a')).toBe(true)
    expect(tree.isWithin('a', 'a11')).toBe(false)
    expect(tree.isWithin('b', 'a')).toBe(false)
  })

  it('knows nothing of unknown ids', () => {
    expect([tree.subtree('x'), tree.descendants('x'), tree.ancestors('x'), tree.children('x')]).toEqual([
      [],
      [],
      [],
      [],
    ])
    expect([tree.has('x'), tree.isWithin('x', 'x'), tree.isWithin('a', 'x'), tree.get('x')]).toEqual([
      false,
      false,
      false,
      undefined,
    ])
  })

  it('hands back the rows it was given', () => {
    const row = { id: 'o', parentId: null, name: 'Own', isActive: false, slug: 'own' }
    expect(createOrganizationTree([row]).get('o')?.slug).toBe('own')
  })

  it.each([
    ['a missing parent', { a: 'gone', b: 'a' }, ['a'], ['b']],
    ['a self-reference', { a: 'a', b: 'a' }, ['a'], ['b']],
    ['a cycle, whose tail stays attached', { a: 'b', b: 'a', c: 'b' }, ['a', 'b'], []],
  ])('%s degrades to roots', (...[, parents, roots, belowA]) => {
    const damaged = organizationTree(parents)
    expect(damaged.roots).toEqual(roots)
    expect(damaged.descendants('a')).toEqual(belowA)
  })

  it('survives a chain of 50,000', () => {
    const rows = Array.from({ length: 50_000 }, (_, i) => ({
      id: `o${i}`,
      parentId: i === 0 ? null : `o${i - 1}`,
      name: 'x',
      isActive: true,
    }))
    const chain = createOrganizationTree(rows)
    expect(chain.descendants('o0')).toHaveLength(49_999)
    expect(chain.ancestors('o49999')).toHaveLength(49_999)
  })

  it('equals a naive walk on random rows, damaged ones included, in any order', () => {
    const id = fc.integer({ min: 0, max: 11 }).map((n) => `o${n}`)
    const parents = fc.dictionary(id, fc.option(id), { maxKeys: 12 })
    fc.assert(
      fc.property(parents, fc.constantFrom(1, -1), (wanted, direction) => {
        const entries = Object.entries(wanted).sort(([a], [b]) => (a < b ? -direction : direction))
        const tree = organizationTree(Object.fromEntries(entries))
        const parentOf = soundParent(wanted)
        for (const one of Object.keys(wanted)) {
          const above = ancestorsOf(one, parentOf)
          expect(tree.ancestors(one)).toEqual(above)
          const below = Object.keys(wanted).filter((other) => ancestorsOf(other, parentOf).includes(one))
          expect(tree.descendants(one).toSorted()).toEqual(below.toSorted())
          expect(tree.subtree(one)).toEqual([one, ...tree.descendants(one)])
          for (const other of Object.keys(wanted)) {
            expect(tree.isWithin(one, other)).toBe(one === other || above.includes(other))
          }
        }
        expect(tree.roots.flatMap((root) => tree.subtree(root)).toSorted()).toEqual(Object.keys(wanted).toSorted())
      }),
      { numRuns: 300 },
    )
  })
})

type Parents = Readonly<Record<string, string | null>>

/** A parent counts if it exists and climbing from it never comes back. */
function soundParent(parents: Parents) {
  const climbsBack = (start: string) => {
    let at = parents[start] ?? null
    for (let steps = 0; at !== null && steps <= Object.keys(parents).length; steps += 1) {
      if (at === start) return true
      at = parents[at] ?? null
    }
    return false
  }
  return (id: string) => {
    const parent = parents[id] ?? null
    return parent !== null && parent in parents && !climbsBack(id) ? parent : null
  }
}

function ancestorsOf(id: string, parentOf: (id: string) => string | null): string[] {
  const parent = parentOf(id)
  return parent === null ? [] : [...ancestorsOf(parent, parentOf), parent]
}
