import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts the tests of one Vitest run. A file that could not be loaded, a run that ended badly though no test failed
 * (an unhandled error, no test found) and a missing report each count as one failure: nothing broken may look green.
 *
 * @param {string} reportFile Vitest's JSON report
 * @param {number} exitCode Vitest's exit code
 * @returns {{ passed: number, failed: number, broken?: string[] }} with a line for each test that failed: its file, its
 *   name, and the first line of why
 */
export function countResults(reportFile, exitCode) {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1 }
  const broken = []
  const files = JSON.parse(readFileSync(reportFile, 'utf8')).testResults
  let passed = 0
  let failed = 0
  for (const { name, message, status, assertionResults } of files) {
    const failures = assertionResults.filter((test) => test.status === 'failed')
    passed += assertionResults.filter((test) => test.status === 'passed').length
    failed += status === 'failed' ? Math.max(1, failures.length) : failures.length
    const told = failures.map((test) => ({ called: test.fullName, why: test.failureMessages?.[0] }))
    if (status === 'failed' && told.length === 0) told.push({ called: 'could not be loaded', why: message })
    for (const { called, why } of told) broken.push(`${name}: ${called}: ${firstLine(why)}`)
  }
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, broken }
}

const firstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300)
