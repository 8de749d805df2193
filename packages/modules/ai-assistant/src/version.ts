/** The version that this package says it has. */
export const VERSION = '0.1.0'
