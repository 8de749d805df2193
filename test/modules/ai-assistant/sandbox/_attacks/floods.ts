import type { Attack } from './escapes.ts'

/** Results that are huge, endless, broken or not what they seem. */
const results: readonly Attack[] = [
  ['a long text', `async () => 'x'.repeat(1e7)`],
  ['a long array', 'async () => new Array(1e6).fill(1)'],
  ['an array of nothing', 'async () => new Array(4e9)'],
  ['an array-like of nothing', 'async () => { const x = []; x.length = 2 ** 32 - 1; return x }'],
  ['many members', 'async () => Object.fromEntries(Array.from({ length: 1e5 }, (_, i) => [i, i]))'],
  ['a long key', `async () => ({ ['x'.repeat(1e6)]: 1 })`],
  ['a circle', 'async () => { const x = {}; x.x = x; return x }'],
  ['a wide circle', 'async () => { const x = []; for (let i = 0; i < 1000; i++) x.push(x); return x }'],
  ['a getter that grows', 'async () => { const x = { get a() { return { ...Object.getOwnPropertyDescriptors(x), a: x } } }; return x }'],
  ['a proxy of endless members', 'async () => new Proxy({}, { ownKeys: () => Array.from({ length: 1e5 }, (_, i) => `${i}`), getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }), get: () => 1 })'],
  ['a proxy of an array', 'async () => new Proxy([], { get: (_, key) => key === "length" ? 2 ** 53 - 1 : 1 })'],
  ['a proxy that throws', 'async () => new Proxy({}, { ownKeys: () => { throw new Error("no") } })'],
  ['a revoked proxy', 'async () => { const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); return proxy }'],
  ['a getter that throws', 'async () => ({ get a() { throw new Error("no") } })'],
  ['toJSON that throws', 'async () => ({ toJSON() { throw new Error("no") } })'],
  ['toJSON that answers itself', 'async () => { const x = { toJSON: () => x }; return x }'],
  ['a broken date', 'async () => new Date(NaN)'],
  ['a map', 'async () => new Map([[1, 2]])'],
  ['a symbol', 'async () => Symbol("x")'],
  ['a function', 'async () => () => 1'],
  ['an integer', 'async () => 12345678901234567890n'],
  ['nothing', 'async () => {}'],
  ['numbers that JSON lacks', 'async () => [NaN, Infinity, -0]'],
  ['lone surrogates', `async () => '\\ud800'.repeat(1e5)`],
  ['NUL', `async () => 'a\\0b'.repeat(1e5)`],
  ['quotes', `async () => ['"'.repeat(1e5)]`],
  ['a frame', `async () => '\\n{"kind":"ready"}\\n'`],
  ['frames', `async () => '{"kind":"call","call":0,"text":"{}"}\\n'.repeat(1e4)`],
] // prettier-ignore

/** What is thrown, likewise. */
const errors: readonly Attack[] = [
  ['a long message', `async () => { throw new Error('x'.repeat(1e7)) }`],
  ['a long name', `async () => { const e = new Error('x'); e.name = 'x'.repeat(1e7); throw e }`],
  ['nothing', 'async () => { throw undefined }'],
  ['null', 'async () => { throw null }'],
  ['a symbol', 'async () => { throw Symbol("x") }'],
  ['a function', 'async () => { throw () => 1 }'],
  ['a promise', 'async () => { throw new Promise(() => {}) }'],
  ['a proxy that throws', 'async () => { throw new Proxy({}, { get: () => { throw 1 } }) }'],
  ['a message that throws', 'async () => { throw { get message() { throw 1 } } }'],
  ['a message that is an object', 'async () => { throw { message: { toString() { throw 1 } } } }'],
  ['an error in an error', 'async () => { throw new Error("x", { cause: new AggregateError([new Error("y")]) }) }'],
  ['code that is none', 'async () => {'],
  ['code that is a text', `'async () => 1'`],
  ['code that is a number', '42'],
  ['no code', ''],
  ['code of brackets', '('.repeat(50_000)],
] // prettier-ignore

const logs: readonly Attack[] = [
  ['many lines', 'async () => { for (let i = 0; i < 1e5; i++) console.log(i) }'],
  ['a long line', `async () => console.log('x'.repeat(1e7))`],
  ['many values', 'async () => console.log(...new Array(1e5).fill(1))'],
  ['a circle', 'async () => { const x = {}; x.x = x; console.log(x) }'],
  ['a getter that throws', 'async () => { try { console.log({ get a() { throw 1 } }) } catch {} }'],
  ['all its names', 'async () => { console.info(1); console.warn(2); console.error(new Error("3")); console.debug(undefined, null) }'],
  ['lines like frames', `async () => console.log('\\n{"kind":"end","ok":true,"text":"x","isBroken":false}\\n')`],
  ['lines without end', 'async () => { for (;;) console.log(1) }'],
] // prettier-ignore

/** Calls by the thousand, late, and never answered. */
const calls: readonly Attack[] = [
  ['a thousand at once', `async () => Promise.allSettled(Array.from({ length: 1000 }, () => api.request({ method: 'GET', path: '/api/echo' })))`],
  ['a thousand in a row', `async () => { for (let i = 0; i < 1000; i++) await api.request({ method: 'GET', path: '/api/echo' }).catch(() => {}) }`],
  ['calls without end', `async () => { for (;;) api.request({ method: 'GET', path: '/api/echo' }).catch(() => {}) }`],
  ['calls in microtasks', `async () => { const again = () => api.request({ method: 'GET', path: '/api/echo' }).then(again, again); await again() }`],
  ['writes', `async () => Promise.allSettled(Array.from({ length: 50 }, () => api.request({ method: 'DELETE', path: '/api/echo' })))`],
  ['calls after the end', `async () => { Promise.resolve().then(() => Promise.resolve()).then(() => api.request({ method: 'POST', path: '/api/late' })); return 1 }`],
  ['calls much after the end', `async () => { let p = Promise.resolve(); for (let i = 0; i < 1000; i++) p = p.then(() => {}); p.then(() => api.request({ method: 'POST', path: '/api/late' })); return 1 }`],
  ['calls in a getter of the result', `async () => ({ get a() { api.request({ method: 'GET', path: '/api/echo' }); return 1 } })`],
  ['a call that is never answered', `async () => api.request({ method: 'GET', path: '/api/never' })`],
  ['a call that is never answered, and the end', `async () => { api.request({ method: 'GET', path: '/api/never' }); return 1 }`],
  ['a promise that never resolves', 'async () => new Promise(() => {})'],
  ['an answer that is huge', `async () => (await api.request({ method: 'GET', path: '/api/huge' })).error`],
  ['huge answers', `async () => { const all = []; for (let i = 0; i < 50; i++) all.push((await api.request({ method: 'GET', path: '/api/large' })).data); return all.length }`],
  ['an answer that pollutes', `async () => { const { data } = await api.request({ method: 'GET', path: '/api/polluting' }); return ({}).polluted ?? 'nothing' }`],
  ['huge arguments', `async () => { const x = 'x'.repeat(2e5); for (let i = 0; i < 20; i++) await api.request({ method: 'POST', path: '/api/echo', body: x }) }`],
] // prettier-ignore

export const floods = { results, errors, logs, calls }
