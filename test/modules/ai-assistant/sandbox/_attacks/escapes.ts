/** Code that tries to get out: `[what it tries, the code]`. It answers ESCAPED when it has reached something. */
export type Attack = readonly [what: string, code: string]

/** Uses whatever a realm of the host would have. */
const USE = `
const use = (realm) => {
  if (typeof realm !== 'object' && typeof realm !== 'function' || realm === null) return 'nothing'
  const { process, require, Buffer, fetch, module } = realm
  if (process || require || Buffer || fetch || module) return 'ESCAPED'
  return 'nothing'
}`

const GLOBALS = [
  ['process', `process.env.SANDBOX_SECRET`],
  ['process.exit', `process.exit(0)`],
  ['process.binding', `process.binding('fs')`],
  ['process.mainModule', `process.mainModule.require('fs').readFileSync('/etc/passwd', 'utf8')`],
  ['process.kill', `process.kill(process.pid)`],
  ['require', `require('fs').readFileSync('/etc/passwd', 'utf8')`],
  ['require child_process', `require('child_process').execSync('touch $MARK')`],
  ['module', `module.constructor._load('fs')`],
  ['global', `global.process.env`],
  ['Buffer', `Buffer.from('x').constructor`],
  ['fetch', `await fetch('$URL')`],
  ['XMLHttpRequest', `new XMLHttpRequest().open('GET', '$URL', false)`],
  ['WebSocket', `new WebSocket('$URL')`],
  ['EventSource', `new EventSource('$URL')`],
  ['WebAssembly', `WebAssembly.compile`],
  ['Deno', `Deno.env.toObject()`],
  ['Bun', `Bun.env`],
  ['std', `std.loadFile('/etc/passwd')`],
  ['std.popen', `std.popen('touch $MARK', 'r')`],
  ['os', `os.exec(['touch', '$MARK'])`],
  ['bjson', `bjson.read`],
  ['print', `print('ESCAPED')`],
  ['scriptArgs', `scriptArgs[0]`],
  ['load', `load('/etc/passwd')`],
  ['loadScript', `loadScript('/etc/passwd')`],
  ['setTimeout', `setTimeout(() => {}, 0)`],
  ['setInterval', `setInterval(() => {}, 0)`],
  ['setImmediate', `setImmediate(() => {})`],
  ['Worker', `new Worker('data:text/javascript,1')`],
  ['importScripts', `importScripts('$URL')`],
  ['window', `window.document`],
  ['navigator', `navigator.sendBeacon('$URL')`],
  ['localStorage', `localStorage.x`],
  ['crypto', `crypto.subtle`],
  ['gc', `gc()`],
  ['QuickJSRaw', `QuickJSRaw`],
  ['Module', `Module._malloc`],
  ['HEAPU8', `HEAPU8`],
  ['the door', `door.call('{}')`],
  ['the limits', `limits.calls`],
  ['the prelude', `prelude`],
  ['the spec of others', `spec`],
] as const

const globals: readonly Attack[] = GLOBALS.map(([what, expression]) => [
  `the global ${what}`,
  `async () => { try { const value = ${expression}; return value === undefined ? 'nothing' : 'ESCAPED' } catch (error) { return 'nothing' } }`,
])

const HOLDERS = [
  ['api', 'api'],
  ['api.request', 'api.request'],
  ['a promise of a call', `api.request({ method: 'GET', path: '/api/echo' })`],
  ['an answer', `await api.request({ method: 'GET', path: '/api/echo' })`],
  ['data of an answer', `(await api.request({ method: 'GET', path: '/api/echo' })).data`],
  ['an error of a call', `await api.request({ method: 'NONE' }).catch((error) => error)`],
  [
    'an error of the door',
    `await api.request({ method: 'GET', path: '/' + 'x'.repeat(300000) }).catch((error) => error)`,
  ],
  ['console', 'console'],
  ['console.log', 'console.log'],
  ['context', 'context'],
  ['members of context', 'context.roles'],
  ['an async function', '(async () => {})'],
  ['a generator', '(function* () {})'],
  ['an async generator', '(async function* () {})'],
  ['a class', '(class {})'],
  ['a bound function', '(() => {}).bind(null)'],
  ['a proxy', 'new Proxy(() => {}, {})'],
  ['an error', 'new Error()'],
  ['an error of the engine', '(() => { try { null.x } catch (error) { return error } })()'],
  ['an overflow', '(() => { const dive = () => dive(); try { dive() } catch (error) { return error } })()'],
  ['an error of memory', `(() => { try { 'x'.repeat(2 ** 29) } catch (error) { return error } })()`],
  ['an error of parsing', `(() => { try { JSON.parse('{') } catch (error) { return error } })()`],
  ['arguments', '(function () { return arguments })()'],
  ['the global', 'globalThis'],
  ['this of a loose function', '(function () { return this })()'],
  ['an iterator', '[][Symbol.iterator]()'],
  ['a match', `'x'.match(/x/)`],
  ['a typed array', 'new Uint8Array(1)'],
  ['a rejected import', `await import('fs').catch((error) => error)`],
] as const

const constructors: readonly Attack[] = HOLDERS.flatMap(([what, holder]) => [
  [
    `the constructor's constructor of ${what}`,
    `async () => { ${USE}
      const value = ${holder}
      return use(value.constructor.constructor('return this')()) }`,
  ],
  [
    `the prototypes of ${what}`,
    `async () => { ${USE}
      const seen = []
      for (let one = ${holder}; one; one = Object.getPrototypeOf(one))
        for (const key of Reflect.ownKeys(one)) {
          const { value, get } = Object.getOwnPropertyDescriptor(one, key)
          for (const made of [value, get]) if (typeof made === 'function') {
            try { seen.push(use(made.constructor('return this')())) } catch {}
          }
        }
      return seen.includes('ESCAPED') ? 'ESCAPED' : 'nothing' }`,
  ],
])

const IMPORTS = [
  'fs', 'node:fs', 'child_process', 'node:process', 'os', 'std', 'qjs:os', 'qjs:std', 'quickjs:std', './index.js',
  '../../../../../../etc/passwd', '/etc/passwd', 'file:///etc/passwd', 'data:text/javascript,export default 1', '$URL',
  'prelude.js', 'code.js', '', '\\0', 'a'.repeat(10_000),
] as const // prettier-ignore

const imports: readonly Attack[] = [
  ...IMPORTS.map((name, index): Attack => [
    `import ${index}: ${name.slice(0, 40)}`,
    `async () => import(${JSON.stringify(name)}).then(() => 'ESCAPED', () => 'nothing')`,
  ]),
  ['import of an object', `async () => import({ toString: () => 'fs' }).then(() => 'ESCAPED', () => 'nothing')`],
  ['import in eval', `async () => (0, eval)("import('fs')").then(() => 'ESCAPED', () => 'nothing')`],
  ['import in Function', `async () => Function("return import('fs')")().then(() => 'ESCAPED', () => 'nothing')`],
  ['a static import', `import fs from 'fs'; async () => 'ESCAPED'`],
  ['import.meta', `async () => import.meta.url ? 'ESCAPED' : 'nothing'`],
  ['a directive of the engine', `'use math'; async () => 'nothing'`],
]

const frames: readonly Attack[] = [
  ['the caller of a function', `async () => { const look = function () { return look.caller }; return look() ? 'ESCAPED' : 'nothing' }`],
  ['arguments.callee.caller', `async () => (function () { return arguments.callee.caller })() ? 'ESCAPED' : 'nothing'`],
  ['Error.prepareStackTrace', `async () => { ${USE} let found = 'nothing'; Error.prepareStackTrace = (error, sites) => { for (const site of sites) { const it = site.getThis?.() ?? site.getFunction?.(); if (it) found = use(it) } return '' }; new Error().stack; return found }`],
  ['paths in stacks', `async () => /node_modules|\\/home|\\/wt\\/|file:/.test(new Error().stack) ? 'ESCAPED' : 'nothing'`],
  ['paths in errors of the door', `async () => { const error = await api.request(1).catch((e) => e); return /node_modules|\\/wt\\/|file:/.test(error.stack + error.message) ? 'ESCAPED' : 'nothing' }`],
  ['ending early and going on', `async () => { Promise.resolve().then(() => { for (let i = 0; i < 10; i++) Promise.resolve().then(() => console.log(i)) }); return 'nothing' }`],
  ['closing what is open', `}); ({ escape: async () => 'ESCAPED' }`],
  ['closing the parenthesis', `async () => 'nothing'), (globalThis.x = 1`],
  ['a comment to the end', `async () => 'nothing' //`],
  ['a comment that does not end', `async () => 'nothing' /*`],
  ['line separators', 'async () => "nothing\u2028\u2029"'],
  ['an HTML comment', `<!-- x\nasync () => 'nothing'`],
  ['a hashbang', `#!/usr/bin/env node\nasync () => 'nothing'`],
  ['a NUL in the code', `async () => 'nothing' \0; process`],
  ['with and a proxy', `async () => { const has = () => true; const get = (target, key) => key === Symbol.unscopables ? undefined : undefined; return Function('p', 'with (p) { return process }')(new Proxy({}, { has, get })) === undefined ? 'nothing' : 'ESCAPED' }`],
  ['a thenable that resolves twice', `async () => ({ then(resolve) { resolve('nothing'); resolve('ESCAPED') } })`],
  ['a thenable that keeps its functions', `async () => ({ then(resolve) { globalThis.kept = resolve; Promise.resolve().then(() => kept('nothing')) } })`],
] // prettier-ignore

export const escapes = { globals, constructors, imports, frames }
