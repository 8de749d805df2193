/**
 * Locks what all objects inherit from, for the rest of the process: `Object`, `Array`, `Function`, `String`, `Number` and `Boolean`
 * with their prototypes cannot be changed, nothing can be added to the prototypes of other built-in classes, and
 * `Object.prototype.__proto__` is gone. Code that follows names sent by clients then fails instead of changing every object. Call it
 * in a program of your own, after its imports; a library must not do so. Objects can still have their own `toString` or `constructor`.
 */
export function lockPrototypes(): void {
  if (Object.isFrozen(Object.prototype)) return
  delete (Object.prototype as { __proto__?: unknown }).__proto__
  for (const name of Object.getOwnPropertyNames(Object.prototype)) keepOverridable(Object.prototype, name)
  for (const name of ['constructor', 'toString']) keepOverridable(Function.prototype, name)
  for (const type of [Object, Function, Array, String, Number, Boolean]) {
    Object.freeze(type.prototype)
    Object.freeze(type)
  }
  for (const type of OTHERS) Object.preventExtensions(type.prototype)
}

/** No data that clients send is of these classes. To freeze them would break Node, which gives its errors names. */
const OTHERS: readonly { readonly prototype: object }[] = [
  BigInt,
  Symbol,
  Date,
  RegExp,
  Promise,
  Map,
  Set,
  WeakMap,
  WeakSet,
  ArrayBuffer,
  DataView,
  Uint8Array,
  Buffer,
  Object.getPrototypeOf(Uint8Array) as typeof Uint8Array,
  Error,
  TypeError,
  RangeError,
  SyntaxError,
]

/**
 * Turns an inherited value into an accessor. Otherwise, once it is read-only, whatever inherits it could not be assigned a value of
 * that name either, which a lot of code does: `Thing.prototype.toString = …`, `error.toString = …`.
 */
function keepOverridable(holder: object, name: string): void {
  const { value, writable } = Object.getOwnPropertyDescriptor(holder, name)!
  if (!writable) return
  Object.defineProperty(holder, name, {
    get: () => value as unknown,
    set(this: object, own: unknown) {
      if (this === holder) throw new TypeError(`${name} of a built-in prototype cannot be changed`)
      // Only an object without a property of that name gets here.
      Object.defineProperty(this, name, { value: own, writable: true, enumerable: true, configurable: true })
    },
    configurable: false,
  })
}
