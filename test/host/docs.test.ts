import { readdir, readFile } from 'node:fs/promises'
import { pages } from '@plinth/points'
import { expect, test } from 'vitest'
import { docs } from '../../examples/host/docs.ts'

test('the host offers every page of the documentation under its title', async () => {
  const folder = new URL('../../docs/', import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md'))
  const offered = await Promise.all(
    pages
      .from([docs])
      .map(async ({ value: { name, title, text } }) => [
        `${name}.md`,
        title,
        (await readFile(text, 'utf8')).split('\n')[0],
      ]),
  )
  expect(offered.map(([name]) => name).toSorted()).toEqual(files.toSorted())
  for (const [, title, line] of offered) expect(line).toBe(`# ${title}`)
})
