import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longestFirst.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'tools/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/soak/**', 'tests/faults/**'],
    globalSetup: 'tests/globalSetup.ts',
    // Files share what they import, each worker for itself: they keep no state of their own in modules.
    isolate: false,
    // One worker more than Vitest takes by itself: much of the time goes to PostgreSQL.
    maxWorkers: availableParallelism(),
    sequence: { sequencer: LongestFirst },
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
