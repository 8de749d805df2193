import { describe, expect, test } from 'vitest'
import { readSources } from './_sources.ts'

// Names are the field's own terms. These were coined here, or meant several things, and may not come back. `docs` says
// what to write instead.

/** Names of types, functions and values, and what they are called now. */
const NAMES: Readonly<Record<string, string>> = {
  'turnEntry|takeTurn|onTurn|turnLogged|UndoTurn': 'revert, beforeRevert',
  'Journals?|JournalWriter|defineJournal|journals?': 'batched log, record',
  'notices?': 'invalidation',
  Unit: 'Transaction',
  'Work|WorkState|Base|Origin': 'RequestContext and its parts',
  'Entrance|Visit|Facts': 'RouterDeps, RequestInfo',
  'Once|TakenKey|KeptAnswers?': 'IdempotencyKey, IdempotencyStore',
  keepWord: 'parseOutput',
  whatIsInTheWay: 'findUndoConflicts',
  'given|Given|wanted|Wanted|was|told|Told|toTold|tell': 'the name of what it holds',
  'errands?|Errand|occasions?|wish|wishes|Wish': 'effect, trigger, constraint',
  'Ground|Party|Parties|party|parties': 'fixture, actor',
  'rehearse|rehearsal|carryOut': 'dryRun, execute',
  silent: 'noopLogger',
  'Writing|Place|Asked': 'the name of what it is: WriteContext',
  'Session|systemSession|sessionOf|BatchedLogSession': 'Caller; a session is a login: AuthSession',
  InternalCaller: 'InternalCredential',
  'enterPlace|enterNamedPlace|readPlaces|PlacedTable|StatementPlace|Places': 'scope, slot, path, index, rank',
  'openSession|OpenedSession|toSession|SessionParts|sessionIn|sessionTags':
    'loadCaller, toCaller, callerIn, callerTags',
  'Turns|inTurns|hasTurn|turnedAt': 'SerialQueue, inSlices, revertedAt; a turn is one of the assistant',
  'sealText|openText|EffectSeal|keepAnswer|keepEffects|Lookout':
    'encrypt, store, poll: seal and keep are in the glossary',
  'Said|Held|Settled|Carried|Called|Answered|Ran|Asking|Naming': 'a noun: ChatMessage, StepResult, ListContext',
}

/** Comments, texts and statements hold prose and SQL. */
const PROSE = /\/\*.*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`/gs

const sources = readSources('packages/**/src/**/*.ts', 'examples/**/*.ts')

describe('names that may not come back', () => {
  const code = sources.map(({ path, text }) => ({ path, code: text.replace(PROSE, ' ') }))

  test.each(Object.entries(NAMES))('%s: %s', (names) => {
    const name = new RegExp(`(?<![\\w$.-])#?(?:${names})(?![\\w-])`)
    expect(code.filter((file) => name.test(file.code)).map(({ path }) => path)).toEqual([])
  })
})

test('what counts when nothing is said is called the default', () => {
  const everything = [...sources, ...readSources('test/**/*.ts', 'docs/*.md', '*.md', 'packages/**/*.md')]
  const unlessTold = new RegExp(['unless', 'told'].join(String.raw`\s+(?:\*\s+)?`))
  expect(everything.filter(({ text }) => unlessTold.test(text)).map(({ path }) => path)).toEqual([])
})
