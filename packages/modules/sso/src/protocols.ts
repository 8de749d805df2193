import { composition, type Context, definePoint } from '@plinth/core'
import { oidc } from './oidc.ts'
import type { SignInProtocol } from './protocol.ts'

/** Protocols besides OpenID Connect, which modules contribute. */
export const signInProtocols = definePoint<SignInProtocol>({
  id: 'sso.protocols',
  title: 'Sign-in protocol',
  name: ({ id }) => id,
})

/** The protocols that a platform speaks. */
export const protocolIds = ({ inject }: Pick<Context, 'inject'>): string[] => [
  oidc.id,
  ...signInProtocols.from(inject(composition).modules).map(({ value }) => value.id),
]

/** The protocol of a connection; null if no module of this platform speaks it. */
export function protocolOf({ inject }: Pick<Context, 'inject'>, id: string): SignInProtocol | null {
  if (id === oidc.id) return oidc
  const contributed = signInProtocols.from(inject(composition).modules)
  return contributed.find(({ value }) => value.id === id)?.value ?? null
}
