import { type HostileFile, type Random, times } from './random.ts'

const PIECES = [
  '../',
  '..\\',
  '/etc/passwd',
  'C:\\',
  '\0',
  '\u202e',
  '\u2066',
  '\u200b',
  '%2e%2e%2f',
  '"',
  '\r\nset-cookie: a=b',
  ';',
  "'",
  '<script>',
  'ż',
  '😀',
  '\ud800',
  'CON',
  '.htaccess',
  '.',
  ' ',
  'x'.repeat(300),
  '..;/',
  '\\\\server\\share',
  '~',
  '$(id)',
  '|',
  '?',
  '*',
  ':',
  '\u2028',
  'a.php',
  '.exe',
]

/** Names that lead elsewhere, hide what they are, break headers, or are far too long. */
export const names = (random: Random): HostileFile[] =>
  times(110, (index) => {
    const pieces = Array.from({ length: 1 + random.below(6) }, () => random.one(PIECES)).join('')
    const name = index % 20 === 0 ? `${pieces}${'n'.repeat(10_000)}.txt` : pieces
    return { what: 'a name that misleads', name, type: 'text/plain', bytes: Buffer.from('hello') }
  })
