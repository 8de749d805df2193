import type { Context } from '@plinth/core'
import { hashToken, platformKeys, randomToken } from '@plinth/core/security'

/** A key as shown once to its owner: `omk_`, 8 hex digits, a dot, 48 hex digits. */
export const createSecret = () => `omk_${randomToken(4)}.${randomToken(24)}`

/** The part of a key shown in lists. */
export const toPrefix = (secret: string) => secret.slice(0, PREFIX)

/** Whether the text has the format of a key. Nothing else is looked up. */
export const isKeySecret = (text: string) => SECRET.test(text)

/** The hash stored instead of a key, by which it is found. */
export const hashSecret = ({ inject }: Pick<Context, 'inject'>, secret: string) =>
  hashToken(secret, inject(platformKeys).of('api_keys.secret'))

/** A session key: `sess_` and 32 hex digits. */
export const createSessionToken = () => `sess_${randomToken(16)}`

/** Whether the text has the format of a session key. */
export const isSessionToken = (text: string) => SESSION_TOKEN_FORMAT.test(text)

/** The hash stored instead of a session key. */
export const hashSessionToken = ({ inject }: Pick<Context, 'inject'>, token: string) =>
  hashToken(token, inject(platformKeys).of('api_keys.session'))

const PREFIX = 12
const SECRET = /^omk_[0-9a-f]{8}\.[0-9a-f]{48}$/
const SESSION_TOKEN_FORMAT = /^sess_[0-9a-f]{32}$/
