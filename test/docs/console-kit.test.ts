import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

// test/console and test/packages run the files.
test.each(['vehicles.tsx', 'widget.tsx', 'react-page.tsx'])('the page shows %s as it is', async (name) => {
  const page = await readFile(join(ROOT, 'docs/console-kit.md'), 'utf8')
  const code = await readFile(join(ROOT, 'packages/console/examples', name), 'utf8')
  expect(page).toContain(`\`\`\`tsx ${name}\n${code}\`\`\``)
})

test('list, form and drawer of an entity with five fields take at most sixty lines', async () => {
  const code = await readFile(join(ROOT, 'packages/console/examples/vehicles.tsx'), 'utf8')
  expect(code.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
})
