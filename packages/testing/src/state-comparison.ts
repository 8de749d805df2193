import type { Route } from '@plinth/core'
import { type TestResponse, toTestResponse } from './client.ts'
import { type Layers, withLayers } from './layers.ts'
import type { Who } from './logins.ts'
import { routeName, toCurl, type WireRequest } from './route-request.ts'
import { type ComparedAnswer, differencesIn, toCompared } from './same-answers.ts'
import { isWriting } from './statements.ts'
import type { TestPlatform } from './test-platform.ts'

/** Whether the rows that the caller may not see exist. */
export type HiddenState = 'hidden' | 'absent'

/** A platform with rows that a caller may not see, which can be removed and put back. */
export interface HiddenRows {
  readonly app: TestPlatform
  readonly caller: Who
  /** Those who ask first, so that a cache whose key lacks the caller is detected. */
  readonly owners: readonly Who[]
  /** What is hidden, for messages. */
  readonly what: 'row' | 'field'
  /** Contained in every text that is hidden. */
  readonly mark: string
  /** Whether an id is that of a planted row, and so the same each time. */
  isKnown(id: string): boolean
  restore(state: HiddenState): Promise<void>
  /** What a question that was answered has left behind. */
  effects(state: HiddenState, asked: Asked): Promise<Effects>
}

/** What a request has left behind, after the jobs that it has queued. */
export interface Effects {
  readonly leaks: readonly string[]
  /** What it wrote that is the caller's own, which hidden rows must not change. */
  readonly written?: ReadonlyMap<string, string>
}

/** What a caller asks, which must be answered as if there were no hidden rows. */
export interface Asked {
  readonly name: string
  /** Asks another question about the rows that others with its name read as well. */
  readonly isVariedRead: boolean
  readonly isRead: boolean
  /** Whether it may change hidden rows, as a job does that works for everybody. */
  readonly isForEverybody: boolean
  /** What the caller knows already. */
  readonly text: string
  /** How to ask it by hand. */
  readonly howTo: string
  send(who: Who): Promise<TestResponse>
}

/** The question that a request is. */
export function toAsked(app: TestPlatform, route: Route, request: WireRequest): Asked {
  const { method, path, headers, body } = request
  return {
    name: routeName(route),
    isVariedRead: false,
    isRead: method === 'GET',
    isForEverybody: false,
    text: decode(`${path} ${typeof body === 'string' ? body : ''}`),
    howTo: toCurl(request),
    send: async (who) =>
      toTestResponse(await app.as(who).fetch(path, { method, headers, ...(body !== undefined && { body }) })),
  }
}

interface Answer extends ComparedAnswer {
  readonly leaks: readonly string[]
}

/** How often a doubtful request is repeated. */
const ATTEMPTS = 3

/** Asks the same with hidden rows and without. */
export class StateComparison {
  requests = 0
  readonly #rows: HiddenRows
  /** Names of questions that may, by contract, be answered differently because of hidden rows. */
  readonly #tells: (name: string) => boolean
  #asked: readonly Asked[] = []
  /** The answers without hidden rows, and where they differ from each other. */
  #expected: ReadonlyMap<Asked, Answer> = new Map()
  readonly #unstable = new Map<Asked, ReadonlySet<string>>()
  /** The number of statements that have been looked at, and whether one of them may have changed rows. */
  #statements = 0
  #isWritten = false
  #isWarm = false

  constructor(rows: HiddenRows, tells: (name: string) => boolean) {
    this.#rows = rows
    this.#tells = tells
  }

  /** Asks without hidden rows. */
  async expect(asked: readonly Asked[]): Promise<void> {
    this.#asked = asked
    this.#unstable.clear()
    this.#isWarm = false
    const answers = await this.#askAll(asked, 'absent')
    this.#expected = new Map(asked.map((one, place) => [one, answers[place]!]))
  }

  /** Asks with hidden rows; returns the problems. */
  async check(layers: Layers): Promise<string[]> {
    return withLayers(this.#rows.app, layers, async () => {
      await this.#restore('hidden')
      // Row-level security hides the rows of a table whatever is asked about them.
      const asked = layers === 'no ORM filters' ? this.#asked.filter((one) => !one.isVariedRead) : this.#asked
      if (!this.#isWarm) await this.#warm(firstOfEach(asked))
      const found = await this.#askAll(asked, 'hidden')
      const doubtful = asked.filter((one, place) => this.#problems(one, found[place]!).length > 0)
      await this.#findUnstable(doubtful)
      await this.#restore('hidden')
      await this.#warm(doubtful)
      const again = await this.#askAll(doubtful, 'hidden')
      return doubtful.flatMap((asked, place) => {
        const problems = this.#problems(asked, again[place]!)
        return problems.map((problem) => `${asked.name} with ${layers} ${problem}\n${asked.howTo}`)
      })
    })
  }

  #problems(asked: Asked, found: Answer): readonly string[] {
    const expected = this.#expected.get(asked)!
    const failed = found.status >= 500 ? [`answers ${found.status}`] : []
    if (this.#tells(asked.name)) return [...failed, ...found.leaks]
    const different = [...differencesIn(found, expected, this.#unstable.get(asked))]
    const shown = different.slice(0, SHOWN).map(([path, what]) => `${path}: ${what.slice(0, 300)}`)
    return [
      ...failed,
      ...found.leaks,
      ...(different.length > 0 ? [`is not the same as without hidden ${this.#rows.what}s: ${shown.join('; ')}`] : []),
    ]
  }

  /** Asks several times without hidden rows, for what differs: a duration may be the same twice. */
  async #findUnstable(asked: readonly Asked[]): Promise<void> {
    const fresh = asked.filter((one) => !this.#unstable.has(one))
    const found = fresh.map(() => new Set<string>())
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      for (const [place, answer] of (await this.#askAll(fresh, 'absent')).entries()) {
        const expected = this.#expected.get(fresh[place]!)!
        for (const path of differencesIn(answer, expected).keys()) found[place]!.add(path)
      }
    for (const [place, one] of fresh.entries()) this.#unstable.set(one, found[place]!)
  }

  async #askAll(asked: readonly Asked[], state: HiddenState): Promise<readonly Answer[]> {
    await this.#restore(state)
    const answers: Answer[] = []
    for (const one of asked) {
      if (this.#hasWritten()) await this.#restore(state)
      answers.push(await this.#ask(one, state))
    }
    return answers
  }

  async #ask(asked: Asked, state: HiddenState): Promise<Answer> {
    const { caller, mark, what } = this.#rows
    this.requests++
    const found = await asked.send(caller)
    const answer = toCompared(found, (id) => this.#rows.isKnown(id))
    const isWritten = !asked.isRead && found.status < 400 && this.#hasWritten()
    const { leaks, written }: Effects = isWritten ? await this.#rows.effects(state, asked) : { leaks: [] }
    const text = beyond(decode(`${found.text}\n${[...found.headers].flat().join('\n')}`), asked.text, mark)
    const told = text.includes(mark) ? [`reveals a hidden ${what}: ${excerpt(text, mark)}`] : []
    return { ...answer, values: new Map([...answer.values, ...(written ?? [])]), leaks: [...told, ...leaks] }
  }

  #hasWritten(): boolean {
    const { statements } = this.#rows.app
    this.#isWritten ||= statements.slice(this.#statements).some(isWriting)
    this.#statements = statements.length
    return this.#isWritten
  }

  async #restore(state: HiddenState): Promise<void> {
    await this.#rows.restore(state)
    this.#statements = this.#rows.app.statements.length
    this.#isWritten = false
  }

  /** Somebody who sees hidden rows asks first, so that a cache whose key lacks the caller is detected. */
  async #warm(asked: readonly Asked[]): Promise<void> {
    this.#isWarm = true
    for (const one of asked)
      for (const owner of one.isRead ? this.#rows.owners : []) {
        this.requests++
        await one.send(owner)
      }
  }
}

/** The first question of each name: whoever forgets the caller in a key forgets it for every question. */
const firstOfEach = (asked: readonly Asked[]): readonly Asked[] => [
  ...new Map(asked.toReversed().map((one) => [one.name, one])).values(),
]

/** The most differences in one failure. */
const SHOWN = 5

/** A text without the marked values that the caller has named. */
export function beyond(text: string, asked: string, mark: string): string {
  if (!asked.includes(mark)) return text
  const named = asked.match(new RegExp(`${mark}[\\w@.-]*`, 'g')) ?? []
  return named.toSorted((one, other) => other.length - one.length).reduce((rest, one) => rest.replaceAll(one, ''), text)
}

function excerpt(text: string, mark: string): string {
  const at = text.indexOf(mark)
  return text.slice(Math.max(0, at - 80), at + 120)
}

function decode(text: string): string {
  if (!text.includes('%')) return text
  return text.replace(/%[0-9a-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)))
}
