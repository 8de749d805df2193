import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../packages/host/src/database/free-port.ts'
import { emptyDatabase } from '../core/_lab/databases.ts'
import { type Host, runHost } from '../host/_run-host.ts'
import { type Certificate, makeCertificate } from './_certificate.ts'
import { SITE } from './_client.ts'

export const PASSWORD = 'Chosen-Secret-1'

/** Two hosts on one database, configured as the page says. */
export class Stage implements AsyncDisposable {
  readonly ports: readonly [number, number]
  readonly certificate: Certificate
  readonly database: Awaited<ReturnType<typeof emptyDatabase>>
  readonly #hosts: Host[] = []
  readonly #env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  readonly #opened: AsyncDisposableStack

  private constructor(
    opened: AsyncDisposableStack,
    parts: Pick<Stage, 'ports' | 'certificate' | 'database'> & { folder: string },
  ) {
    this.#opened = opened
    this.ports = parts.ports
    this.certificate = parts.certificate
    this.database = parts.database
    this.#env = {
      NODE_ENV: 'production',
      APP_URL: `https://${SITE}`,
      TRUST_PROXY_DEPTH: '1',
      DATA_DIR: join(parts.folder, 'data'),
      DATABASE_URL: parts.database.url,
      DATABASE_PRIVILEGED_LOGIN: 'true',
      JWT_SECRET: 'the same secret for every host of the test',
      SEED_PASSWORD: PASSWORD,
      OM_ATTACHMENT_MAX_UPLOAD_MB: '1100',
      OM_ATTACHMENT_TENANT_QUOTA_MB: '100000',
    }
  }

  static async open(): Promise<Stage> {
    await using opening = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'plinth-proxies-'))
    opening.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
    await chmod(folder, 0o755)
    const certificate = await makeCertificate(folder, SITE)
    const database = opening.use(await emptyDatabase())
    const ports = [await freePort(), await freePort()] as const
    const stage = new Stage(opening.move(), { ports, certificate, database, folder })
    try {
      for (const index of [0, 1] as const) await stage.start(index)
      return stage
    } catch (error) {
      await stage[Symbol.asyncDispose]()
      throw error
    }
  }

  host(index: 0 | 1): Host {
    return this.#hosts[index]!
  }

  /** Everything that the hosts logged. */
  get log(): string {
    return this.#hosts.map(({ output }) => output).join('')
  }

  async start(index: 0 | 1): Promise<void> {
    this.#hosts[index] = await runHost({ ...this.#env, PORT: String(this.ports[index]) })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#hosts.map((host) => host[Symbol.asyncDispose]()))
    await this.#opened.disposeAsync()
  }
}
