import { expect, test } from 'vitest'
import { published } from './_sources.ts'

/** `facts.enter = (body) => …`, in one line or with its body below. */
const ASSIGNED = /\w\.#?\w+ (?:\?\?)?= (?:async )?(?:function\b|(?:\([^()]*\)|\w+) =>)/

/**
 * V8 makes a function literal that is assigned to a property an old object, so that it can be a constant of its class. Made
 * for each request, it keeps the request and all that belongs to it until the next collection of everything.
 */
test('no function literal is assigned to a property: it gets a name first', () => {
  const found = published.flatMap(({ path, text }) =>
    // What runs in the sandbox is made once.
    path.includes('/sandbox/')
      ? []
      : text.split('\n').flatMap((line) => (ASSIGNED.test(line) ? [`${path}: ${line.trim()}`] : [])),
  )
  expect(found).toEqual([])
})
