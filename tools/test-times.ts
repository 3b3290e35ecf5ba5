import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

// npm run test:times prints how long the files of the last test runs took, from the reports that the runs
// left in test-results/.

const FOLDER = join(import.meta.dirname, '..', 'test-results')
const LISTED_FILES = 25

type Report = {
  testResults: { name: string; startTime: number; endTime: number; assertionResults: { status: string }[] }[]
}

/** Makes a Markdown table of the files that took longest, with the time of all files together. */
function makeTimesTable(name: string, { testResults }: Report): string {
  const files = testResults
    .map((file) => ({
      path: file.name.slice(file.name.search(/(src|demo|scripts|tests)\//)),
      seconds: (file.endTime - file.startTime) / 1000,
      tests: file.assertionResults.length,
    }))
    .toSorted((left, right) => right.seconds - left.seconds)
  const begin = Math.min(...testResults.map(({ startTime }) => startTime))
  const end = Math.max(...testResults.map(({ endTime }) => endTime))
  const total = files.reduce((sum, { seconds }) => sum + seconds, 0)
  const tests = files.reduce((sum, file) => sum + file.tests, 0)
  const rows = files
    .slice(0, LISTED_FILES)
    .map(({ path, seconds, tests: count }) => `| \`${path}\` | ${count} | ${seconds.toFixed(1)} |`)
  return [
    `### ${name}: ${files.length} files, ${tests} tests, ${Math.round(total)} s in tests, ${Math.round((end - begin) / 1000)} s on the clock`,
    '',
    '| file | tests | seconds |',
    '| --- | ---: | ---: |',
    ...rows,
    '',
  ].join('\n')
}

if (!existsSync(FOLDER)) throw new Error('There are no reports yet: run the tests first.')
for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json')))
  console.log(
    makeTimesTable(file.replace('.json', ''), JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as Report),
  )
