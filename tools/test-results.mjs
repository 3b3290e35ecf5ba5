import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts the tests of one Vitest run. A file that could not be loaded, a run that failed without a failed test
 * (an unhandled error, no test found) and a missing report each count as one failure, so that a broken run never
 * looks green.
 *
 * @param {string} reportFile Vitest's JSON report
 * @param {number} exitCode Vitest's exit code
 * @returns {{ passed: number, failed: number, broken?: Failure[] }} `broken` has an entry for each test that failed
 *
 * @typedef {{ file: string, test: string, reason: string }} Failure `reason` is the first line of the error
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
    const failureNotes = failures.map((test) => ({ called: test.fullName, why: test.failureMessages?.[0] }))
    if (status === 'failed' && failureNotes.length === 0)
      failureNotes.push({ called: 'could not be loaded', why: message })
    for (const { called, why } of failureNotes)
      broken.push({ file: name, test: called, reason: getFirstLine(why) })
  }
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, broken }
}

const getFirstLine = (text = '') => text.split('\n', 1)[0].slice(0, 300)

/**
 * Writes the end of a run that failed: the names of the tests, the reason of each failure, and the commands that
 * run their files again.
 *
 * @param {readonly import('./test-results.mjs').Failure[]} failures
 * @param {string} root the folder below which the files are named
 */
export function failureReport(failures, root) {
  const getRelativePath = ({ file }) => file.replace(`${root}/`, '')
  const lines = failures.map((failure) => `  ${getRelativePath(failure)}: ${failure.test}: ${failure.reason}`)
  return `\nFailed:\n${lines.join('\n')}\n\nTo run these files again:\n${getRerunCommands(failures.map(getRelativePath)).join('\n')}`
}

/** Makes one command for the files of each configuration. */
function getRerunCommands(files) {
  const getConfig = (file) => {
    if (/\.long\.test\.ts$/.test(file)) return 'vitest.browser.long.config.ts'
    if (file.startsWith('tests/browser/')) return 'vitest.browser.config.ts'
    if (file.startsWith('tests/faults/')) return 'vitest.faults.config.ts'
    return file.startsWith('tests/soak/') ? 'vitest.soak.config.ts' : 'vitest.config.ts'
  }
  const names = [...new Set(files)]
  return [...new Set(names.map(getConfig))].map((config) => {
    const filter = names.filter((file) => getConfig(file) === config).join(' ')
    return `  node tools/with-node.mjs node_modules/vitest/vitest.mjs run --config ${config} ${filter}`
  })
}
