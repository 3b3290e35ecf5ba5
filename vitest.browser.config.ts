import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tests/longestFirst.ts'

/** Browser journeys: real Chromium (CHROME_PATH) against the built app, at most two files at a time. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    exclude: ['tests/browser/**/*.long.test.ts'],
    globalSetup: 'tests/browser/globalSetup.ts',
    // Files share what they import, each worker for itself: they keep no state of their own in modules.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
    // As long as Playwright waits for a locator: a poll is no measure of speed.
    expect: { poll: { timeout: 20_000 } },
  },
})
