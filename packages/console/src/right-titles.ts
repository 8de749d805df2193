import type { LocalText } from '@plinth/points'
import type { ConsolePlatform } from './console-platform.ts'
import { translated } from './translated.ts'

/** The titles of the features of all modules, by their ids. */
export const rightTitles = ({ modules, texts }: ConsolePlatform): Readonly<Record<string, LocalText>> =>
  Object.fromEntries(
    modules.flatMap(({ features = {} }) =>
      Object.values(features).map(({ id, title }) => [id, translated(title, texts)] as const),
    ),
  )
