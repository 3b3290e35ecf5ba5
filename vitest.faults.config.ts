import { defineConfig } from 'vitest/config'

/**
 * What may befall a portal in service, one file at a time: whatever lies in tests/faults, and kill −9 of
 * every part.
 */
export default defineConfig({
  test: {
    include: ['tests/faults/**/*.test.ts', 'tests/crash/**/*.test.ts'],
    globalSetup: 'tests/globalSetup.ts',
    maxWorkers: 1,
    testTimeout: 180_000,
    hookTimeout: 120_000,
  },
})
