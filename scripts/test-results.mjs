import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts the tests of one Vitest run. A file that could not be loaded, a run that ended badly though no test failed
 * (an unhandled error, no test found) and a missing report each count as one failure: nothing broken may look green.
 *
 * @param {string} reportFile Vitest's JSON report
 * @param {number} exitCode Vitest's exit code
 * @returns {{ passed: number, failed: number }}
 */
export function countResults(reportFile, exitCode) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 }
  const files = JSON.parse(readFileSync(reportFile, 'utf8')).testResults
  let passed = 0
  let failed = 0
  for (const { status, assertionResults } of files) {
    const broken = assertionResults.filter((test) => test.status === 'failed').length
    passed += assertionResults.filter((test) => test.status === 'passed').length
    failed += status === 'failed' ? Math.max(1, broken) : broken
  }
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed }
}
