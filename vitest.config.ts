import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/soak/**'],
    globalSetup: 'tests/globalSetup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
