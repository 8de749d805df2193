import { z } from 'zod'

/**
 * RFC 5321 without quoted and internationalized local parts. Before the `@`, all characters of an atom are allowed, such as `&`, `/`
 * and `=`; a top-level domain can be internationalized (`xn--…`).
 */
const ADDRESS =
  /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+(?:[A-Za-z]{2,}|[Xx][Nn]--[A-Za-z0-9-]*[A-Za-z0-9])$/

/**
 * An e-mail address, checked the same way wherever one is sent. Limit the length with `.max`.
 *
 * @example
 * input: z.object({ email: emailAddress().max(320) })
 */
export const emailAddress = () => z.email({ pattern: ADDRESS })
