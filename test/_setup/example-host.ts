import { type HostContext, readEnv, toHostContext } from '@plinth/host'
import { composeModules } from '../../examples/host/plinth.config.ts'

/** What the modules of the example host are made of, without folders or a database; `variables` are its environment. */
export function exampleContext(variables: Readonly<Record<string, string>> = {}, secret = 'x'.repeat(32)): HostContext {
  const env = readEnv(variables)
  return toHostContext({ env, environment: variables, dataFolder: '/nowhere', secret, onProgress() {} })
}

/** The modules of the example host. */
export const exampleModules = () => composeModules(exampleContext())
