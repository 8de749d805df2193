/**
 * True if `part` occurs in `text`, in linear time: the built-in search is quadratic on periodic texts, and takes most of a minute
 * for half a megabyte of `aaa…b…aaa`.
 */
export function includesText(text: string, part: string): boolean {
  if (text.length * part.length <= SMALL) return text.includes(part)
  const borders = bordersOf(part)
  let matched = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    while (matched > 0 && unit !== part.charCodeAt(matched)) matched = borders[matched - 1]!
    if (unit === part.charCodeAt(matched)) matched++
    if (matched === part.length) return true
  }
  return false
}

/** For each prefix of `part`, the length of its longest proper prefix that is also its suffix (Knuth, Morris, Pratt). */
function bordersOf(part: string): Int32Array {
  const borders = new Int32Array(part.length)
  let length = 0
  for (let index = 1; index < part.length; index++) {
    while (length > 0 && part.charCodeAt(index) !== part.charCodeAt(length)) length = borders[length - 1]!
    if (part.charCodeAt(index) === part.charCodeAt(length)) length++
    borders[index] = length
  }
  return borders
}

const SMALL = 100_000
