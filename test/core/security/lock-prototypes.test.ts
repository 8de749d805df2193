import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Runs code in a process of its own, since prototypes stay locked. */
async function runLocked(code: string): Promise<unknown> {
  const program = `
    import { lockPrototypes } from '@plinth/core/security'
    lockPrototypes()
    lockPrototypes()
    const outcome = (work) => { try { return work() } catch (error) { return error.constructor.name } }
    const follow = (target, path, value) => {
      const last = path.at(-1)
      for (const name of path.slice(0, -1)) target = target[name] ??= {}
      target[last] = value
    }
    const merge = (target, source) => {
      for (const name of Object.keys(source))
        if (typeof source[name] === 'object') merge((target[name] ??= {}), source[name])
        else target[name] = source[name]
      return target
    }
    ${code}`
  const args = ['--conditions=@plinth/source', '--no-warnings', '--input-type=module', '--eval', program]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  return JSON.parse(stdout)
}

test('names that clients send cannot change what other objects inherit', async () => {
  const found = await runLocked(`
    const paths = [
      'constructor.prototype.isSuperAdmin', 'list.constructor.prototype.isSuperAdmin', 'text.constructor.prototype.isSuperAdmin',
      'count.constructor.prototype.isSuperAdmin', 'flag.constructor.prototype.isSuperAdmin', 'at.constructor.prototype.isSuperAdmin',
      'constructor.constructor.prototype.isSuperAdmin', 'constructor.assign', 'list.constructor.isArray',
      'list.constructor.prototype.map', 'constructor.prototype.toString', 'constructor.prototype.constructor',
      'constructor.constructor.prototype.call', 'text.constructor.prototype.slice', 'buffer.constructor.prototype.isSuperAdmin',
    ]
    const things = () => ({ list: [], text: 'x', count: 1, flag: true, at: new Date(), buffer: Buffer.from('x') })
    console.log(JSON.stringify({
      followed: paths.filter((path) => outcome(() => follow(things(), path.split('.'), 'x')) !== 'TypeError'),
      merged: outcome(() => merge({}, JSON.parse('{"constructor":{"prototype":{"isSuperAdmin":true}}}'))),
      // The name is like any other now: neither of all objects nor of this one.
      own: merge({}, JSON.parse('{"__proto__":{"isSuperAdmin":true}}')).isSuperAdmin ?? null,
      others: [{}.isSuperAdmin ?? null, [].isSuperAdmin ?? null, ''.isSuperAdmin ?? null, (() => 1).isSuperAdmin ?? null],
      works: [[1].map(String), Object.assign({}, { a: 1 }), 'text'.slice(1), Math.max.call(null, 1, 2)],
    }))`)
  expect(found).toEqual({
    followed: [],
    merged: 'TypeError',
    own: null,
    others: [null, null, null, null],
    works: [['1'], { a: 1 }, 'ext', 2],
  })
})

test('objects can still have what they would inherit', async () => {
  const found = await runLocked(`
    const { inherits } = await import('node:util')
    function Old() {}
    Old.prototype = {}
    Old.prototype.constructor = Old
    Old.prototype.toString = () => 'old'
    function Older() {}
    inherits(Older, Old)
    class Listed extends Array { get last() { return this.at(-1) } }
    const words = {}
    for (const name of ['toString', 'constructor', 'hasOwnProperty', '__proto__']) words[name] = 1
    const aborted = await (await import('node:timers/promises')).setTimeout(9_999, null, { signal: AbortSignal.abort() }).catch((error) => error.name)
    const named = new Error('x'); named.name = 'Mine'; named.toString = () => 'mine'
    const called = () => 1; called.toString = () => 'called'
    console.log(JSON.stringify([
      String(new Old()), String(new Older()), new Old().constructor === Old, Listed.from([1, 2]).last, Object.keys(words), aborted,
      String(named), String(called), structuredClone({ a: [1] }), Object.getPrototypeOf({ __proto__: null }),
    ]))`)
  expect(found).toEqual([
    'old',
    'old',
    true,
    2,
    ['toString', 'constructor', 'hasOwnProperty', '__proto__'],
    'AbortError',
    'mine',
    'called',
    { a: [1] },
    null,
  ])
})
