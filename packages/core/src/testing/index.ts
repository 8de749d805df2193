// Platforms
export { type AdminSql, type TestPlatform, type TestPlatformOptions, testPlatform } from './test-platform.ts'
export { type Answer, type Body, Client } from './client.ts'
export type { Persona, Who } from './logins.ts'
export { tenantA, tenantB } from './tenants.ts'
export { TestClock } from './clock.ts'
export { CapturedLog, type LogLine } from './captured-log.ts'
