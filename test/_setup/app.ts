import { testPlatform, type TestPlatform, type TestPlatformOptions } from '@plinth/core/testing'
import { inject } from 'vitest'

/** A test platform on the PostgreSQL of this run. */
export function testApp(options: Omit<TestPlatformOptions, 'postgresUrl'>): Promise<TestPlatform> {
  return testPlatform({ ...options, postgresUrl: inject('postgresUrl') })
}
