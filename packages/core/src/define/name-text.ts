import { z } from 'zod'

/** Control, format (zero-width, bidirectional) and surrogate characters, line and paragraph separators. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u
const HIDDEN_RUNS = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu

/**
 * What people name something: one line in which nothing is hidden, so that it reads the same in lists, mails, headers
 * and file names, and cannot look like another name. Say the length with `.min` and `.max`.
 *
 * @example
 * const Name = nameText().trim().min(1).max(200)
 */
export const nameText = () =>
  z.string().refine((value) => !HIDDEN.test(value), 'Control, invisible and direction characters are not allowed')

/** A text as one line of a header: what is hidden in it, for example in names of before, becomes a space. */
export const toHeaderText = (value: string): string => value.replaceAll(HIDDEN_RUNS, ' ')
