/**
 * An email address as `emailKey` of `User` stores it: accounts are found by comparing the two with `=`. Conditions on
 * `lower(email)` read every account of all tenants.
 */
export const toEmailKey = (email: string): string => email.trim().toLowerCase()
