// Adds the platform packages that a registry's mirror does not carry to package-lock.json. Without them `npm ci` calls
// the lock file out of sync, on every platform. Run it after `npm install`.
import { readFileSync, writeFileSync } from 'node:fs'

interface Entry {
  readonly version?: string
  readonly dev?: boolean
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

interface Lock {
  readonly packages: Record<string, Entry>
}

const FILE = 'package-lock.json'
const CPUS = ['arm64', 'arm', 'x64', 'ia32', 'loong64', 'ppc64', 'riscv64', 's390x', 'wasm32']
const SYSTEMS = ['android', 'darwin', 'freebsd', 'linux', 'openbsd', 'openharmony', 'win32']
const LIBRARIES = { gnu: 'glibc', musl: 'musl' } as const

const lock = JSON.parse(readFileSync(FILE, 'utf8')) as Lock
const known = new Set(Object.keys(lock.packages).map((path) => path.split('node_modules/').at(-1)))
const missing = Object.values(lock.packages).flatMap(({ optionalDependencies = {}, dev }) =>
  Object.entries(optionalDependencies)
    .filter(([name]) => !known.has(name))
    .map(([name, version]) => [`node_modules/${name}`, toEntry(name, version, dev)] as const),
)
const packages = [...Object.entries(lock.packages), ...missing].toSorted(([a], [b]) => a.localeCompare(b, 'en'))
writeFileSync(FILE, `${JSON.stringify({ ...lock, packages: Object.fromEntries(packages) }, null, 2)}\n`)
console.log(`${missing.length} platform packages added`)

/** The name says what the package is for: `binding-linux-arm64-musl`. */
function toEntry(name: string, version: string, dev = false): object {
  const words = name.split(/[/-]/)
  const cpu = CPUS.find((one) => words.includes(one))
  const system = SYSTEMS.find((one) => words.includes(one))
  const library = /-(gnu|musl)(?:eabi(?:hf)?)?$/.exec(name)?.[1] as keyof typeof LIBRARIES | undefined
  return {
    version,
    ...(cpu && { cpu: [cpu] }),
    ...(dev && { dev }),
    ...(library && system === 'linux' && { libc: [LIBRARIES[library]] }),
    optional: true,
    ...(system && { os: [system] }),
  }
}
