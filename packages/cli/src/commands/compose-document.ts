import { loadHost } from '../load-host.ts'
import type { HostedProduct } from '../product.ts'

/** The OpenAPI document of a product, without a database. */
export async function composeDocument({ host }: HostedProduct): Promise<Record<string, unknown>> {
  const { createPlatform } = await import('@plinth/core')
  const { readEnv, toHostContext, toPlatformOptions } = await loadHost()
  // The document depends on no secret, so none is needed here, nor written to the data folder.
  const { NODE_ENV: _production, ...environment } = host.environment ?? {}
  const env = readEnv(environment)
  const secret = 'not the secret of any deployment, but as long as one'
  const context = toHostContext({ env, environment, dataFolder: '.data', secret, onProgress() {} })
  await using platform = await createPlatform({
    // Nothing connects before the platform is started.
    database: { url: 'postgres://nobody@localhost:1/none' },
    ...(env.APP_URL && { origin: env.APP_URL }),
    ...(await toPlatformOptions(host, context)),
  })
  return platform.document()
}
