import { checkContract, type TestPlatform } from '@plinth/testing'
import { expect, test } from 'vitest'
import { DocumentJudge } from '../../_setup/document-judge.ts'
import { openTogether } from './_platform.ts'

type Client = TestPlatform['anonymous']

/** Generated requests of each route; `npm run campaign:attack` sends more. */
const SHARE = Number(process.env['CONTRACT_REQUESTS'] ?? 12)

/** The same client, whose raw answers are judged before anybody reads them. */
function judged(client: Client, judge: DocumentJudge): Client {
  const fetch: Client['fetch'] = async (path, init = {}) => {
    const answer = await client.fetch(path, init)
    const bytes = await answer.arrayBuffer()
    judge.judge({ method: init.method ?? 'GET', url: path }, answer, new TextDecoder().decode(bytes))
    const isEmpty = [204, 205, 304].includes(answer.status)
    return new Response(isEmpty ? null : bytes, answer)
  }
  return withMembers(client, { fetch })
}

/** The same object, with some members of its own. */
const withMembers = <T extends object>(object: T, members: Partial<T>): T =>
  new Proxy(object, {
    get(target, name) {
      if (Object.hasOwn(members, name)) return Reflect.get(members, name)
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })

test(
  'every route of all modules keeps its contract, and every answer is one that the API document describes',
  {
    timeout: 900_000,
  },
  async () => {
    await using app = await openTogether()
    const { contract } = app.fixtures
    const judge = new DocumentJudge(app.platform.document())
    const watched = withMembers(app, {
      as: (who) => judged(app.as(who), judge),
      anonymous: judged(app.anonymous, judge),
    })
    const report = await checkContract(watched, { ...contract, requests: SHARE * app.routes.length })
    expect(report.routes).toBe(app.routes.length - Object.keys(contract.except ?? {}).length)
    expect([...judge.problems]).toEqual([])
    expect(judge.count).toBeGreaterThan(3_000)
    expect(judge.seen.size).toBeGreaterThan(500)
  },
)
