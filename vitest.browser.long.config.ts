import { defineConfig } from 'vitest/config'
import browser from './vitest.browser.config.ts'

/** What `npm test` measures of a screen once is measured here in both schemes and in every window. */
export default defineConfig({
  ...browser,
  test: { ...browser.test, include: ['tests/browser/**/*.long.test.ts'], exclude: [] },
})
