import { badInput, type CommandContext, type Context } from '@plinth/core'
import { keyRing } from '@plinth/core/security'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { z } from 'zod'
import { SecondFactor } from '../entities.ts'
import { spend } from './spend-once.ts'

/** Loaded for the first passkey: it takes megabytes, and many hosts never see one. */
const webAuthn = () => import('@simplewebauthn/server')

/** A browser's answer to a challenge, in the format of `PublicKeyCredential.toJSON()`. */
export const CredentialJson = z.looseObject({
  id: z.string().min(1).max(1_400),
  rawId: z.string().min(1).max(1_400),
  type: z.literal('public-key'),
  response: z.looseObject({ clientDataJSON: z.string().max(20_000) }),
  clientExtensionResults: z.looseObject({}).default({}),
})
export type CredentialJson = z.output<typeof CredentialJson>

/** A passkey's answer, with the challenge and origin that it belongs to. */
export const PasskeyProof = z.object({ credential: CredentialJson, state: z.string(), origin: z.string() })
export type PasskeyProof = z.output<typeof PasskeyProof>

const MINUTES = 5

/** What a challenge is for. One that was issued for another purpose is refused. */
export type PasskeyPurpose = 'register' | 'sign-in'

const PURPOSE = 'auth.passkey-challenge'

const State = z.object({
  challenge: z.string(),
  purpose: z.string(),
  userId: z.string().nullable(),
  expiresAt: z.number(),
})

interface StateParts {
  readonly challenge: string
  readonly purpose: PasskeyPurpose
  /** The account that has to answer; null for any. */
  readonly userId: string | null
}

/** The cookie value that binds a challenge to the browser that asked for it. Nothing is stored until it is answered. */
function sealState({ inject, now }: Pick<Context, 'inject' | 'now'>, parts: StateParts): string {
  return inject(keyRing).encrypt(PURPOSE, JSON.stringify({ ...parts, expiresAt: now().getTime() + MINUTES * 60_000 }))
}

/** The challenge of a browser; null if it has none for this purpose, or it has expired. */
function openState(
  { inject, now }: Pick<Context, 'inject' | 'now'>,
  sealed: string,
  purpose: PasskeyPurpose,
): z.output<typeof State> | null {
  let text: string
  try {
    text = inject(keyRing).decrypt(PURPOSE, sealed)
  } catch {
    // Not created by this platform: clients can send anything.
    return null
  }
  const state = State.parse(JSON.parse(text))
  return state.purpose === purpose && state.expiresAt > now().getTime() ? state : null
}

/** EdDSA, ES256 and RS256, as COSE numbers them: what authenticators use today. */
const ALGORITHMS = [-8, -7, -257]

const rpIdOf = (origin: string) => new URL(origin).hostname

interface PasskeyOwner {
  readonly userId: string
  readonly email: string
  readonly name: string | null
  readonly rpName: string
  readonly origin: string
}

/** Options for `navigator.credentials.create`, and the state to keep in the browser's cookie. */
export async function offerRegistration(ctx: Pick<Context, 'inject' | 'now' | 'from'>, owner: PasskeyOwner) {
  const { userId, email, name, rpName, origin } = owner
  const known = await readPasskeys(ctx, userId)
  const { generateRegistrationOptions } = await webAuthn()
  const options = await generateRegistrationOptions({
    rpName,
    rpID: rpIdOf(origin),
    userName: email,
    userDisplayName: name ?? email,
    userID: new TextEncoder().encode(userId),
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: known.map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { options, state: sealState(ctx, { challenge: options.challenge, purpose: 'register', userId }) }
}

/** Options for `navigator.credentials.get`: for one account, or for whichever passkey the person chooses. */
export async function offerSignIn(
  ctx: Pick<Context, 'inject' | 'now' | 'from'>,
  { origin, userId }: { readonly origin: string; readonly userId: string | null },
) {
  const known = userId === null ? [] : await readPasskeys(ctx, userId)
  const { generateAuthenticationOptions } = await webAuthn()
  const options = await generateAuthenticationOptions({
    rpID: rpIdOf(origin),
    userVerification: 'required',
    ...(userId !== null && { allowCredentials: known.map(toDescriptor) }),
  })
  return { options, state: sealState(ctx, { challenge: options.challenge, purpose: 'sign-in', userId }) }
}

type KnownPasskey = Awaited<ReturnType<typeof readPasskeys>>[number]

const toDescriptor = ({ credentialId, transports }: KnownPasskey) => ({
  id: credentialId ?? '',
  transports: [...(transports ?? [])],
})

const readPasskeys = ({ from }: Pick<Context, 'from'>, userId: string) =>
  from(SecondFactor, 'f')
    .select(['f.credentialId', 'f.transports'])
    .where('f.userId', '=', userId)
    .where('f.kind', '=', 'passkey')
    .execute()

/**
 * Checks the answer to a registration. Throws 400 for another origin, a stale challenge, or a key that did not verify its user.
 */
export async function checkRegistration(
  ctx: Pick<Context, 'inject' | 'now' | 'log'>,
  { credential, state: sealed, origin, userId }: PasskeyProof & { readonly userId: string },
) {
  const state = openState(ctx, sealed, 'register')
  if (state?.userId !== userId) throw badPasskey()
  const { verifyRegistrationResponse } = await webAuthn()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: credential as unknown as RegistrationResponseJSON,
      expectedChallenge: state.challenge,
      expectedOrigin: origin,
      expectedRPID: rpIdOf(origin),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) throw badPasskey()
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter,
      transports: transports.slice(0, 10).map(String),
      isBackedUp: registrationInfo.credentialBackedUp,
      challenge: state.challenge,
    }
  } catch (error) {
    ctx.log.info({ err: error }, 'a passkey was refused')
    throw badPasskey()
  }
}

/**
 * Checks the answer of an account's passkey, inside a command. Null for another account's passkey, another origin, a challenge
 * that was answered before or has expired, or a counter that does not increase, as with a cloned key.
 */
export async function provePasskey(
  ctx: CommandContext,
  userId: string,
  { credential, state: sealed, origin }: PasskeyProof,
): Promise<string | null> {
  const { from, now, log } = ctx
  const state = openState(ctx, sealed, 'sign-in')
  if (!state || (state.userId !== null && state.userId !== userId)) return null
  // A library that cannot be loaded is not a wrong passkey.
  await webAuthn()
  const passkey = await from(SecondFactor, 'f')
    .select(['f.id', 'f.publicKey', 'f.counter'])
    .where('f.userId', '=', userId)
    .where('f.credentialId', '=', credential.id)
    .forUpdate()
    .executeTakeFirst()
  if (!passkey) return null
  const { challenge } = state
  const counter = await verifyAnswer({ credential, origin, challenge, passkey }).catch((error: unknown) => {
    // The library throws for whatever is wrong with an answer.
    log.info({ err: error, factorId: passkey.id }, 'a passkey was refused')
    return null
  })
  if (counter === null || !(await spendChallenge(ctx, challenge))) return null
  await from
    .update(SecondFactor, 'f')
    .set({ counter, lastUsedAt: now().toISOString() })
    .where('f.id', '=', passkey.id)
    .execute()
  return passkey.id
}

interface Answered extends Pick<PasskeyProof, 'credential' | 'origin'> {
  readonly challenge: string
  readonly passkey: { readonly publicKey: string | null; readonly counter: number | null }
}

/** The new counter of a passkey whose answer is right; null or an error if it is not. */
async function verifyAnswer({ credential, origin, challenge, passkey }: Answered): Promise<number | null> {
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpIdOf(origin),
    requireUserVerification: true,
    credential: {
      id: credential.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey ?? '', 'base64url')),
      counter: passkey.counter ?? 0,
    },
  })
  return verified ? authenticationInfo.newCounter : null
}

/** Marks a challenge as answered; false if it was answered before. */
export const spendChallenge = (ctx: CommandContext, challenge: string): Promise<boolean> =>
  spend(ctx, { kind: 'passkey', id: challenge, minutes: MINUTES })

const badPasskey = () => badInput('The passkey could not be verified. Please try again.')
