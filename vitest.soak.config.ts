import { defineConfig } from 'vitest/config'

/** The long versions of the crash, fuzz and load tests: one file at a time, hours if need be. */
export default defineConfig({
  test: {
    include: [
      'tests/soak/**/*.test.ts',
      'src/features/reserves/replacementReserve/server/rules.test.ts',
      'tests/requests/longTexts.test.ts',
      'src/core/money/reserves/server/ledger.test.ts',
      'tests/requests/ledgers.test.ts',
    ],
    env: { MODEL_RUNS: '40', LONG_TEXTS: '56', LEDGER_SEQUENCES: '1000' },
    globalSetup: 'tests/globalSetup.ts',
    maxWorkers: 1,
    testTimeout: 3 * 3_600_000,
    hookTimeout: 600_000,
  },
})
