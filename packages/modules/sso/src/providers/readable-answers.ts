/** The member with the id token as the provider has sent it, which is the one that it has signed. */
export const SIGNED_TOKEN = 'signed_id_token'

type Members = Readonly<Record<string, unknown>>

/**
 * The answer of a token endpoint as the library can read it: with nothing but the tokens, since some providers write null, lists or
 * empty texts elsewhere. In the id token, times may be texts, the subject a number, and optional claims null.
 */
export async function toReadableTokens(answer: Response): Promise<Response> {
  const sent = await membersOf(answer)
  if (!sent) return answer
  const { access_token, token_type = 'Bearer', id_token } = sent
  return Response.json({
    access_token,
    token_type,
    ...(typeof id_token === 'string' && { id_token: toReadableToken(id_token), [SIGNED_TOKEN]: id_token }),
  })
}

/** The answer of a userinfo endpoint, in which the subject may be a number even if it is a text in the id token. */
export async function toReadableInfo(answer: Response): Promise<Response> {
  const sent = await membersOf(answer)
  return sent ? Response.json({ ...sent, sub: toSubject(sent['sub']) }) : answer
}

/** A subject as text: some providers send numbers. Undefined for one that JavaScript may have rounded, which could be somebody else. */
export const toSubject = (sub: unknown): string | undefined =>
  typeof sub === 'string' ? sub : Number.isSafeInteger(sub) ? String(sub) : undefined

/** Claims that the library checks, and that may be absent. */
const OPTIONAL = ['azp', 'nbf', 'auth_time']
const TIMES = ['exp', 'iat', 'nbf', 'auth_time']

function toReadableToken(token: string): string {
  const [header, payload = '', signature] = token.split('.')
  const sent = parse(Buffer.from(payload, 'base64url').toString())
  if (!sent) return token
  const claims: Record<string, unknown> = { ...sent, sub: toSubject(sent['sub']) }
  for (const name of TIMES) claims[name] = toSeconds(claims[name])
  for (const name of OPTIONAL) if (claims[name] === null) delete claims[name]
  if (typeof claims['auth_time'] !== 'number' || claims['auth_time'] < 0) delete claims['auth_time']
  return [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.')
}

const toSeconds = (value: unknown) => (typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value)

/** The members of a successful answer in JSON; null for any other. */
async function membersOf(answer: Response): Promise<Members | null> {
  const isJson = /^application\/(?:.+\+)?json\b/i.test(answer.headers.get('content-type') ?? '')
  return answer.status === 200 && isJson ? parse(await answer.clone().text()) : null
}

function parse(text: string): Members | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
  } catch {
    return null
  }
}
