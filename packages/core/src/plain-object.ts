/** Whether a value is an object as JSON has them: not an array, and no instance of a class. */
export const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
