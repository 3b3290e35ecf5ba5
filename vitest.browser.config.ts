import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Begins with the files that take longest, so that no worker is left alone with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => (/\/(axe|visits)\.[^/]*$/.test(moduleId) ? 0 : 1)
    return files.toSorted((one, other) => rank(one) - rank(other))
  }
}

/** Browser journeys: real Chromium (CHROME_PATH) against the built app, at most two files at a time. */
export default defineConfig({
  test: {
    include: ['tests/browser/**/*.test.ts'],
    globalSetup: 'tests/browser/globalSetup.ts',
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 180_000,
  },
})
