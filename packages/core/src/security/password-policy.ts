import { z } from 'zod'
import { brokenSetup } from '../errors.ts'
import { isCommonPassword } from './common-passwords.ts'

/** What a new password must satisfy (decision 10). Lengths in UTF-16 units. */
export interface PasswordPolicy {
  readonly minLength: number
  readonly maxLength: number
  readonly requireDigit: boolean
  /** One of `A-Z`. */
  readonly requireUpper: boolean
  /** One character outside `A-Z`, `a-z`, `0-9`. */
  readonly requireSpecial: boolean
  /** The list of refused passwords; `() => false` switches it off. */
  readonly isCommon: (password: string) => boolean
}

/** One rule that a password breaks. Never contains the password. */
export interface PasswordIssue {
  readonly rule: PasswordRule
  readonly message: string
}
/** Names of the rules, as `params.rules` of the zod issue lists them. */
export type PasswordRule = 'minLength' | 'maxLength' | 'digit' | 'upper' | 'special' | 'common'

/** A policy from the defaults and the host's wishes. Throws `broken_setup` when no password could satisfy it. */
export function definePasswordPolicy(options: Partial<PasswordPolicy> = {}): PasswordPolicy {
  const policy = {
    minLength: 8,
    maxLength: 128,
    requireDigit: true,
    requireUpper: true,
    requireSpecial: true,
    isCommon: isCommonPassword,
    ...options,
  }
  const { minLength, maxLength } = policy
  if (minLength >= 1 && minLength <= maxLength) return Object.freeze(policy)
  throw brokenSetup(`The password policy asks for ${minLength} to ${maxLength} characters`)
}

/** The rules a password breaks, in the order of the policy; empty for a good one. */
export function checkPassword(policy: PasswordPolicy, password: string): PasswordIssue[] {
  const issues: PasswordIssue[] = []
  const demand = (isMet: boolean, rule: PasswordRule, message: string) => isMet || issues.push({ rule, message })
  demand(password.length >= policy.minLength, 'minLength', `Use at least ${policy.minLength} characters`)
  demand(password.length <= policy.maxLength, 'maxLength', `Use at most ${policy.maxLength} characters`)
  demand(!policy.requireDigit || /\d/.test(password), 'digit', 'Use at least one digit')
  demand(!policy.requireUpper || /[A-Z]/.test(password), 'upper', 'Use at least one upper-case letter')
  demand(!policy.requireSpecial || /[^A-Za-z\d]/.test(password), 'special', 'Use at least one special character')
  demand(password.length > policy.maxLength || !policy.isCommon(password), 'common', 'This password is too common')
  return issues
}

/**
 * A zod string for new passwords. Its issues are the published ones: a `custom` issue with one general
 * message, whose `params.rules` names what is missing, preceded by `too_small` or `too_big` where the length is wrong.
 */
export function passwordSchema(policy: PasswordPolicy) {
  return z
    .string()
    .min(policy.minLength, MESSAGE)
    .max(policy.maxLength, MESSAGE)
    .superRefine((password, context) => {
      const rules = checkPassword(policy, password).map((issue) => issue.rule)
      if (rules.length > 0) context.addIssue({ code: 'custom', message: MESSAGE, params: { rules } })
    })
}

const MESSAGE = 'Password does not meet the requirements.'
