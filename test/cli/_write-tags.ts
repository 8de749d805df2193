import { type Platform, type PlatformCaller, sql } from '@plinth/core'
import { type HostOptions, withPlatform } from '@plinth/host'
import { pathToFileURL } from 'node:url'

interface WriteOptions {
  /** The folder of the product. */
  readonly folder: string
  readonly environment: Readonly<Record<string, string>>
}

/** Creates tags, and changes and deletes one of each. */
export async function writeTags({ folder, environment }: WriteOptions): Promise<void> {
  const config = pathToFileURL(`${folder}/plinth.config.ts`).href
  const { host, tags } = (await import(config)) as { host: HostOptions; tags: { commands: readonly { id: string }[] } }
  await withPlatform({ ...host, environment }, async ({ platform }) => {
    await platform.start({ workers: false })
    const { rows } = await platform.widenScope('allTenants', 'find the organization', ({ db }) =>
      sql<{ tenantId: string; organizationId: string }>`
        select tenant_id as "tenantId", id as "organizationId" from organizations limit 1`.execute(db),
    )
    const scope = rows[0]!
    const run = (verb: string, input: object) =>
      runIn(platform, { ...scope, organizationIds: null }, { tags, verb, input })
    for (const label of ['red', 'green', 'blue']) {
      const { id } = await run('create', { label })
      if (label !== 'red') await run('update', { id, label: `${label}ish` })
      if (label === 'blue') await run('delete', { id })
    }
    await platform.settled()
  })
}

async function runIn(
  platform: Platform,
  scope: PlatformCaller['scope'],
  { tags, verb, input }: { tags: { commands: readonly { id: string }[] }; verb: string; input: object },
): Promise<{ id: string }> {
  const command = tags.commands.find(({ id }) => id.endsWith(`.${verb}`))!
  return platform.actAs({ actor: 'platform', reason: 'test', scope }, ({ run }) =>
    run(command as never, input as never),
  ) as Promise<{
    id: string
  }>
}
