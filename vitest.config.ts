import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'demo/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/**/*.test.ts'],
    exclude: ['tests/browser/**', 'tests/soak/**'],
    globalSetup: 'tests/globalSetup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Tests that kill processes depend on a machine's mood; a second failure is a fault.
    retry: process.env.CI ? 1 : 0,
  },
})
