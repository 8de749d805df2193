import { type Context, del, get, notFound, page, paged, PageQuery, signedIn } from '@plinth/core'
import { readPage } from '@plinth/core/data'
import { z } from 'zod'
import { endSessions } from '../commands/end-sessions.ts'
import { endUserSessions } from '../commands/end-user-sessions.ts'
import { features } from '../contract.ts'
import { AuthSession, SignIn } from '../entities.ts'
import { administerOwner } from '../rights/administered-scope.ts'
import { findUser } from '../users/user-rows.ts'
import { ofOwnAccount } from './factors.ts'

const Method = z.enum(['password', 'totp', 'recovery_code', 'passkey', 'sso'])

const SessionView = z.object({
  id: z.uuid(),
  /** Whether it is the session of the request. */
  isCurrent: z.boolean(),
  method: Method,
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
})

const SignInView = z.object({
  id: z.uuid(),
  method: Method,
  outcome: z.enum(['success', 'wrong_password', 'wrong_factor', 'refused']),
  createdAt: z.string(),
  userAgent: z.string().nullable(),
  ipAddress: z.string().nullable(),
})

const Ended = z.object({ ended: z.int() })
const SessionId = z.uuid().toLowerCase()

/** GET /auth/sessions: the caller's devices, most recently used first. */
export const listSessions = get(
  '/auth/sessions',
  {
    operation: 'listSessions',
    access: signedIn,
    summary: "List the caller's sessions.",
    isTool: false,
    query: PageQuery,
    response: page(SessionView),
    errors: [400],
  },
  (ctx) => ofOwnAccount(ctx, (own, userId) => readSessions(own, { userId, query: ctx.query })),
)

/** In a query as text; a body has a boolean. */
const OnlyTrue = z.literal(['true', true]).meta({ type: 'string', enum: ['true'] })

/** DELETE /auth/sessions: one device of the caller, or with `others=true` all but the current one. */
export const endOwnSessions = del(
  '/auth/sessions',
  {
    operation: 'endSessions',
    access: signedIn,
    summary: "End one of the caller's other sessions, or all of them.",
    isTool: false,
    query: z
      .object({ id: SessionId.optional(), others: OnlyTrue.optional() })
      .refine(({ id, others }) => (id === undefined) !== (others === undefined), 'Provide an id, or others=true.'),
    response: Ended,
    errors: [400, 404],
  },
  (ctx) =>
    ofOwnAccount(ctx, async ({ run }, userId) => {
      const { query, actor } = ctx
      const { id: sessionId } = query
      const which = sessionId ? { sessionId } : { exceptSessionId: actor.sessionId ?? undefined }
      const { ended } = await run(endSessions, { userId, ...which })
      if (sessionId && ended === 0) throw notFound('Session')
      return { ended }
    }),
)

/** GET /auth/sign-ins: the history of the caller's account, newest first. */
export const listSignIns = get(
  '/auth/sign-ins',
  {
    operation: 'listSignIns',
    access: signedIn,
    summary: "List successful and failed sign-ins to the caller's account in the last 30 days.",
    isTool: false,
    query: PageQuery,
    response: page(SignInView),
    errors: [400],
  },
  (ctx) => ofOwnAccount(ctx, (own, userId) => readSignIns(own, { userId, query: ctx.query })),
)

const OfUser = PageQuery.extend({ userId: z.uuid().toLowerCase() })

/** GET /auth/users/sessions */
export const listUserSessions = get(
  '/auth/users/sessions',
  {
    operation: 'listUserSessions',
    access: features['sessions.manage'],
    reads: { kind: 'auth.user', id: ({ query }) => query['userId'] },
    summary: 'List the sessions of a user.',
    query: OfUser,
    response: page(SessionView),
    errors: [400, 404],
  },
  (ctx) => ofUser(ctx, ctx.query, readSessions),
)

/** DELETE /auth/users/sessions: one session of an account, or all. */
export const deleteUserSessions = del(
  '/auth/users/sessions',
  {
    operation: 'endUserSessions',
    access: features['sessions.manage'],
    runs: endUserSessions,
    summary: 'End one session of a user, or all of them.',
    query: endUserSessions.input,
    response: Ended,
    errors: [400, 404],
  },
  (ctx) => administerOwner(ctx, { table: 'users', id: ctx.query.userId }, ({ run }) => run(endUserSessions, ctx.query)),
)

/** GET /auth/users/sign-ins */
export const listUserSignIns = get(
  '/auth/users/sign-ins',
  {
    operation: 'listUserSignIns',
    access: features['sessions.manage'],
    reads: { kind: 'auth.user', id: ({ query }) => query['userId'] },
    summary: 'List successful and failed sign-ins of a user in the last 30 days.',
    query: OfUser,
    response: page(SignInView),
    errors: [400, 404],
  },
  (ctx) => ofUser(ctx, ctx.query, readSignIns),
)

interface Asked {
  readonly userId: string
  readonly query: PageQuery
}

function ofUser<T>(
  ctx: Context,
  { userId, ...query }: z.output<typeof OfUser>,
  read: (own: Context, asked: Asked) => Promise<T>,
): Promise<T> {
  return administerOwner(ctx, { table: 'users', id: userId }, async (own) => {
    if (!(await findUser(own, userId))) throw notFound('User')
    return read(own, { userId, query })
  })
}

async function readSessions({ from, actor, now }: Context, { userId, query }: Asked) {
  const sessions = from(AuthSession, 's')
    .select(['s.id', 's.method', 's.createdAt', 's.lastUsedAt', 's.expiresAt', 's.userAgent', 's.ipAddress'])
    .where('s.userId', '=', userId)
    .where('s.expiresAt', '>', now().toISOString())
    .orderBy((eb) => eb.fn.coalesce('s.lastUsedAt', 's.createdAt'), 'desc')
    .orderBy('s.id')
  const [rows, total] = await readPage(sessions, query)
  return paged([rows.map((row) => ({ ...row, isCurrent: row.id === actor.sessionId })), total], query)
}

async function readSignIns({ from }: Context, { userId, query }: Asked) {
  const signIns = from(SignIn, 's')
    .select(['s.id', 's.method', 's.outcome', 's.createdAt', 's.userAgent', 's.ipAddress'])
    .where('s.userId', '=', userId)
    .orderBy('s.createdAt', 'desc')
    .orderBy('s.id', 'desc')
  return paged(await readPage(signIns, query), query)
}
