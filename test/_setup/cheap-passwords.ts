/** For accounts of tests: what a password costs is the subject of a few of them. */
export const argon2 = { memory: 64, iterations: 1, parallelism: 1 }
