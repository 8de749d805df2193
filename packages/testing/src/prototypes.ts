const MARK = 'plinthPolluted'

/**
 * Members with which code that follows names could change what every object inherits, in every spelling. It is made from JSON, in
 * which `__proto__` is a member like the others.
 */
export const PROTOTYPE_MEMBERS = JSON.parse(`{
  "__proto__": { "${MARK}": true },
  "constructor": { "prototype": { "${MARK}": true } },
  "prototype": { "${MARK}": true },
  "__proto__.${MARK}": true,
  "constructor.prototype.${MARK}": true,
  "__proto__[${MARK}]": true,
  "constructor[prototype][${MARK}]": true
}`) as Readonly<Record<string, unknown>>

/** Whether one of these members has done so. */
export const isPolluted = (): boolean =>
  [{}, [], '', 0, false, () => {}, Object, Array].some(
    (value) => (value as { readonly [MARK]?: unknown })[MARK] !== undefined,
  )
