export interface Account {
  readonly email: string
  readonly password: string
}

/** Everything that a hostile tenant has in its hands, and what it must never see. */
export interface Targets {
  readonly url: string
  /** Founded the hostile tenant. */
  readonly founder: Account
  /** Of the same tenant; requests may log it out, rename and delete it. */
  readonly victim: Account
  /** Founded a tenant whose sign-in policy requests may change. */
  readonly policyMaker: Account
  readonly key: string
  /** Rows of its own that requests aim at; nothing among them that the tenant's founder stands on. */
  readonly ownIds: readonly string[]
  /** Pictures of its own that take long to render. */
  readonly pictureIds: readonly string[]
  readonly drawingIds: readonly string[]
  /** Rows of the honest tenant that requests aim at, as if an attacker had seen their ids. */
  readonly foreignIds: readonly string[]
  /** Text of the honest tenant's rows and files, and ids that requests never name: no answer may have them. */
  readonly markers: readonly string[]
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi
const MOST = 2_000

/** The identifiers that requests aim at; those that answers tell are added. */
export class Aim {
  readonly #own: string[]
  readonly #foreign: readonly string[]
  readonly #pictures: readonly string[]
  readonly #drawings: readonly string[]
  readonly #tokens: string[] = []

  constructor({ ownIds, pictureIds, drawingIds, foreignIds }: Targets) {
    this.#pictures = pictureIds
    this.#drawings = drawingIds
    this.#own = [...ownIds]
    this.#foreign = foreignIds
  }

  /** An id that a write has answered. */
  learn(id: string): void {
    if (this.#own.length < MOST) this.#own.push(id)
    else this.#own[this.#own.length - 1 - (parseInt(id.slice(0, 8), 16) % (MOST / 2))] = id
  }

  learnToken(token: string): void {
    this.#tokens.push(token)
    if (this.#tokens.length > 50) this.#tokens.shift()
  }

  /** The text with known identifiers in the place of most made-up ones: own ones, and of four one foreign one. */
  at(text: string, aim: number): string {
    let next = aim
    return text
      .replace(UUID, (made) => {
        next = (next * 48_271 + 1) % 2_147_483_647
        if (next % 5 === 0) return made
        const ids = next % 4 === 0 ? this.#foreign : this.#own
        return ids[next % ids.length] ?? made
      })
      .replace('picture-id', this.#pictures[aim % this.#pictures.length] ?? 'none')
      .replace('drawing-id', this.#drawings[aim % this.#drawings.length] ?? 'none')
      .replace('undo-token', this.#tokens[aim % this.#tokens.length] ?? 'none')
  }
}
