import type { Context } from '@plinth/core'
import { keyRing, randomToken } from '@plinth/core/security'

/** A key as shown once to its owner: `omk_`, 8 hex digits, a dot, 48 hex digits. */
export const createSecret = () => `omk_${randomToken(4)}.${randomToken(24)}`

/** The part of a key shown in lists. */
export const toPrefix = (secret: string) => secret.slice(0, PREFIX)

/** Whether the text has the format of a key. Nothing else is looked up. */
export const isKeySecret = (text: string) => SECRET.test(text)

/** The purposes of the hashes of keys and of session keys. */
export const KEY_HASH = 'api_keys.secret'
export const SESSION_HASH = 'api_keys.session'

/** The hash stored instead of a key. */
export const hashSecret = ({ inject }: Pick<Context, 'inject'>, secret: string) =>
  inject(keyRing).keyedHash(KEY_HASH, secret)

/** The hashes by which a key is found, whichever accepted secret its hash was made with. */
export const hashesOfSecret = ({ inject }: Pick<Context, 'inject'>, secret: string) =>
  inject(keyRing).keyedHashes(KEY_HASH, secret)

/** A session key: `sess_` and 32 hex digits. */
export const createSessionToken = () => `sess_${randomToken(16)}`

/** Whether the text has the format of a session key. */
export const isSessionToken = (text: string) => SESSION_TOKEN_FORMAT.test(text)

/** The hash stored instead of a session key. */
export const hashSessionToken = ({ inject }: Pick<Context, 'inject'>, token: string) =>
  inject(keyRing).keyedHash(SESSION_HASH, token)

/** The hashes by which a session key is found. */
export const hashesOfSessionToken = ({ inject }: Pick<Context, 'inject'>, token: string) =>
  inject(keyRing).keyedHashes(SESSION_HASH, token)

const PREFIX = 12
const SECRET = /^omk_[0-9a-f]{8}\.[0-9a-f]{48}$/
const SESSION_TOKEN_FORMAT = /^sess_[0-9a-f]{32}$/
