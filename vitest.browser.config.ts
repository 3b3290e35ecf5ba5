import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longestFirst.ts'

/**
 * Browser journeys: real Chromium (CHROME_PATH) against the built app. Three files at a time: much of theirs is waiting for what
 * a screen does by the clock.
 */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/globalSetup.ts',
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
