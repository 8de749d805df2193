import { z } from 'zod'

/** Control, format (zero-width, bidirectional) and surrogate characters, line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

const HIDDEN_RUNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/**
 * A name given by people: a single line without hidden characters, so that it reads the same in lists, emails, headers and file
 * names, and cannot imitate another name. Limit the length with `.min` and `.max`.
 *
 * @example
 * const Name = nameText().trim().min(1).max(200)
 */
export const nameText = () =>
  z.string().refine((value) => !HIDDEN.test(value), 'Control, invisible and direction characters are not allowed')

/** A text as a single header line: hidden characters, for example in older names, are replaced by spaces. */
export const toHeaderText = (value: string): string => value.replaceAll(HIDDEN_RUNS, ' ')
