import { config } from './config.ts'
import { textIn } from './i18n.ts'
import type { LocalText } from './types.ts'

type Titles = Readonly<Record<string, LocalText>>

let asked: Promise<Titles> | undefined

/** What rights are called in the visitor's language; an unknown one is its id. */
export async function titlesOf(ids: readonly string[]): Promise<readonly string[]> {
  const titles = await readTitles()
  return ids.map((id) => (Object.hasOwn(titles, id) ? textIn(titles[id]!) : id))
}

/** Of all modules. The console's own handler knows them, since the list of the API is for those who may grant rights. */
const readTitles = (): Promise<Titles> =>
  (asked ??= read().catch(() => {
    asked = undefined
    return {}
  }))

async function read(): Promise<Titles> {
  const answer = await fetch(`${config.basePath}/rights.json`, { headers: { accept: 'application/json' } })
  if (!answer.ok) throw new Error(answer.statusText)
  return (await answer.json()) as Titles
}
