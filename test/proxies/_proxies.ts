import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { stopWithProcess } from '../_setup/stop-with-process.ts'
import { readBlock } from '../docs/_pages.ts'
import type { Certificate } from './_certificate.ts'

const PAGE = 'docs/proxies.md'

/** What the configurations of the page are about. */
export interface Site {
  readonly certificate: Certificate
  /** Ports of the two hosts. */
  readonly hosts: readonly [number, number]
}

/** A running proxy. */
export interface Proxy extends AsyncDisposable {
  readonly name: ProxyName
  /** The port of HTTPS. */
  readonly port: number
  /** The port of HTTP. */
  readonly plainPort: number
  readonly pid: number
  /** What it has logged as errors, and how often, if it writes a file for them. */
  errors(): Readonly<Record<string, number>>
}

/** How to run one: `text` is the configuration of the page with the ports and files of the test. */
interface Program {
  readonly file: string
  readonly block: string
  /** The line before which the block for another prefix is inserted. */
  readonly before: RegExp
  prepare(place: Place): Promise<{ readonly args: readonly string[]; readonly env?: Readonly<Record<string, string>> }>
}

interface Place {
  readonly folder: string
  readonly text: string
  readonly port: number
  readonly plainPort: number
}

const programs = {
  nginx: {
    file: '/usr/sbin/nginx',
    block: 'nginx.conf',
    before: /^ *location \/ \{$/m,
    async prepare({ folder, text, port, plainPort }) {
      const listening = text
        .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
        .replace('listen 443 ', `listen 127.0.0.1:${port} `)
      await writeFile(join(folder, 'nginx.conf'), listening)
      return {
        args: ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'start.log'), '-g', 'daemon off;'],
      }
    },
  },
  haproxy: {
    file: '/usr/sbin/haproxy',
    block: 'haproxy.cfg',
    before: /^ *default_backend /m,
    async prepare({ folder, text, port, plainPort }) {
      const listening = text
        .replace('bind :80', `bind 127.0.0.1:${plainPort}`)
        .replace('bind :443 ', `bind 127.0.0.1:${port} `)
      await writeFile(join(folder, 'haproxy.cfg'), listening)
      return { args: ['-db', '-f', join(folder, 'haproxy.cfg')] }
    },
  },
  caddy: {
    file: '/usr/bin/caddy',
    block: 'Caddyfile',
    before: /^ *reverse_proxy /m,
    async prepare({ folder, text, port, plainPort }) {
      const ports = `{\n  admin off\n  default_bind 127.0.0.1\n  http_port ${plainPort}\n  https_port ${port}\n}\n`
      await writeFile(join(folder, 'Caddyfile'), ports + text)
      return {
        args: ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')],
        env: { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
      }
    },
  },
  apache: {
    file: '/usr/sbin/apache2',
    block: 'app.conf',
    before: /^ *ProxyPass \//m,
    async prepare({ folder, text, port, plainPort }) {
      const listening = text.replace('*:80>', `127.0.0.1:${plainPort}>`).replace('*:443>', `127.0.0.1:${port}>`)
      await writeFile(join(folder, 'app.conf'), listening)
      const own = `Listen 127.0.0.1:${plainPort}\nListen 127.0.0.1:${port}\nInclude ${join(folder, 'app.conf')}\n`
      await writeFile(join(folder, 'apache2.conf'), `${debianOf(folder)}${own}`)
      return { args: ['-D', 'FOREGROUND', '-f', join(folder, 'apache2.conf')] }
    },
  },
} as const satisfies Readonly<Record<string, Program>>

export type ProxyName = keyof typeof programs

export const proxyNames = Object.keys(programs) as readonly ProxyName[]

/** The Debian packages that are missing. */
export const missingPackages = (): readonly string[] =>
  proxyNames.filter((name) => !existsSync(programs[name].file)).map((name) => (name === 'apache' ? 'apache2' : name))

/** Starts a proxy with the configuration of the page, which also serves the API at another prefix. */
export async function startProxy(name: ProxyName, { certificate, hosts }: Site): Promise<Proxy> {
  const { file, block, before, prepare }: Program = programs[name]
  const folder = await mkdtemp(join(tmpdir(), `plinth-${name}-`))
  await chmod(folder, 0o755)
  const [port, plainPort] = [await freePort(), await freePort()]
  const prefix = readBlock(PAGE, `${name}-prefix`).text
  const text = readBlock(PAGE, block)
    .text.replace(before, (line) => prefix + line)
    .replaceAll('127.0.0.1:3000', `127.0.0.1:${hosts[0]}`)
    .replaceAll('127.0.0.1:3001', `127.0.0.1:${hosts[1]}`)
    .replaceAll('/etc/ssl/certs/app.example.com.pem', certificate.certificateFile)
    .replaceAll('/etc/ssl/private/app.example.com.key', certificate.keyFile)
    .replaceAll('/etc/ssl/private/app.example.com.pem', certificate.bothFile)
    .replaceAll('/var/log/nginx', folder)
    .replaceAll('/run/nginx.pid', join(folder, 'nginx.pid'))
  const { args, env = {} } = await prepare({ folder, text, port, plainPort })
  const { PATH = '' } = process.env
  const child = spawn(file, args, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  const callOff = stopWithProcess({ pid: child.pid })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += String(chunk)))
  const ended = once(child, 'exit')
  const isOver = () => child.exitCode !== null || child.signalCode !== null
  await untilListening(port, () => {
    if (isOver()) throw new Error(`${name} did not start:\n${said}`)
  })
  return {
    name,
    port,
    plainPort,
    pid: child.pid!,
    errors() {
      const file = join(folder, 'error.log')
      const found: Record<string, number> = {}
      if (!existsSync(file)) return found
      for (const [, reason] of readFileSync(file, 'utf8').matchAll(
        /(?:\[error\]|:error\]).*?(?:\*\d+|\] )(.*?)(?:,|$)/gm,
      ))
        found[reason!.trim()] = (found[reason!.trim()] ?? 0) + 1
      return found
    },
    async [Symbol.asyncDispose]() {
      callOff()
      child.kill('SIGTERM')
      const isSlow = await Promise.race([ended.then(() => false), sleep(5_000, true, { ref: false })])
      if (isSlow) {
        child.kill('SIGKILL')
        await ended
      }
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function untilListening(port: number, check: () => void): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    check()
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'close').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    if (attempt === 100) throw new Error(`Nobody listens on port ${port}`)
    await sleep(100)
  }
}

/** The modules that Debian enables by default, beside those that the page names. */
const DEBIAN = ['access_compat', 'alias', 'authn_core', 'authz_core', 'authz_host', 'dir', 'env', 'filter', 'mime']
  .concat(['negotiation', 'reqtimeout', 'setenvif', 'status', 'socache_shmcb'])
  .toSorted()

/** What `/etc/apache2/apache2.conf` is before it includes sites. */
function debianOf(folder: string): string {
  const [, enabled = ''] = /^a2enmod (.+)$/m.exec(readBlock(PAGE, 'a2enmod').text) ?? []
  const available = '/etc/apache2/mods-available'
  const modules = [...new Set([...DEBIAN, ...enabled.split(' ')])]
  const includes = (kind: string) =>
    modules
      .map((name) => `${available}/${name}.${kind}`)
      .filter((path) => existsSync(path))
      .map((path) => `Include ${path}\n`)
      .join('')
  const defaults = readFileSync('/etc/apache2/apache2.conf', 'utf8')
    .split('\n')
    .filter((line) => /^(Timeout|KeepAlive|MaxKeepAliveRequests|KeepAliveTimeout|HostnameLookups) /.test(line))
    .join('\n')
  return `ServerRoot /etc/apache2
ServerName localhost
DefaultRuntimeDir ${folder}
PidFile ${folder}/apache2.pid
User www-data
Group www-data
Define APACHE_RUN_DIR ${folder}
Define APACHE_LOG_DIR ${folder}
ErrorLog ${folder}/error.log
LogLevel warn
${defaults}
${includes('load')}${includes('conf')}`
}
