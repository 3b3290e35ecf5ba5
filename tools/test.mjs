import { copyFileSync, existsSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { changedFiles, modulesOf, relatedTests } from './changed.mjs'
import { findDebianPostgres } from './debian-postgres.mjs'
import { prepare, projectRoot, Refusal, runAsProgram } from './install.mjs'
import { fastFolder, makeTestFolder, removeTestFolder } from './test-folder.mjs'
import { beforeRelease, everyTime, GENERATED_SUITES } from './test-plan.mjs'
import { countResults, failureReport } from './test-results.mjs'
import { isWebStale } from './web-hash.mjs'

/** Generated suites that the daily round narrows to the changed modules. */
const CHANGED_SUITES = GENERATED_SUITES.filter((file) =>
  /(matrix|fuzz|outOfScope|transitions)\.test\.ts$/.test(file),
)
/** Tests that depend on the schema: part of the daily round when a migration has changed. */
const SCHEMA_SUITES = everyTime.find(({ name }) => name === 'second-postgres').files

const NOTHING = { passed: 0, failed: 0 }

const getRunsByName = (...names) =>
  [...everyTime, ...beforeRelease]
    .filter(({ name }) => names.includes(name))
    .map((testRun) => runTests(testRun))

/** Values of `--only` and the steps of each. Without `--only`, `npm test` takes the steps of `all`. */
const SELECTIONS = {
  all: [check, build, ...everyTime.map((testRun) => runTests(testRun))],
  long: [build, ...beforeRelease.map((testRun) => runTests(testRun))],
  unit: getRunsByName('unit'),
  e2e: [build, ...getRunsByName('browser')],
  faults: getRunsByName('faults'),
  soak: getRunsByName('soak'),
  changed: [runChangedTests],
}

/**
 * Runs all steps of a selection, even when one fails, and prints `N passed, N failed` last.
 *
 * @param {string[]} argv `--only` and the name of a selection, or nothing
 * @returns {Promise<number>} 0 when at least one test ran and none failed
 */
async function test(argv) {
  const selection = argv[0] === '--only' ? SELECTIONS[argv[1]] : SELECTIONS.all
  if (!selection || (argv.length > 0 && argv[0] !== '--only')) {
    throw new Refusal(`Usage: node tools/test.mjs [--only ${Object.keys(SELECTIONS).join('|')}]`)
  }
  const runNode = await prepare(projectRoot, { tools: true })
  const folder = makeTestFolder()
  const databaseFolder = makeTestFolder(fastFolder())
  const startTime = performance.now()
  const total = { passed: 0, failed: 0 }
  const broken = []
  let interrupted = false
  const interrupt = () => {
    interrupted = true
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt)
  try {
    for (const step of selection) {
      if (interrupted) break
      const result = await step({ runNode, folder, databaseFolder })
      total.passed += result.passed
      total.failed += result.failed
      broken.push(...(result.broken ?? []))
    }
  } finally {
    for (const path of [folder, databaseFolder])
      await removeTestFolder(path).catch((error) => console.error(`Left behind: ${path} (${error.message})`))
  }
  if (interrupted) total.failed += 1
  if (broken.length > 0) console.log(failureReport(broken, projectRoot))
  console.log(
    `\nAll of it took ${Math.round((performance.now() - startTime) / 1000)} s.\n${total.passed} passed, ${total.failed} failed`,
  )
  return total.passed > 0 && total.failed === 0 ? 0 : 1
}

async function check({ runNode }) {
  printHeading('Checks')
  const code = await runNode(['tools/check.ts'])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function build({ runNode }) {
  if (!isWebStale(projectRoot)) return NOTHING
  printHeading('Building the web app')
  const code = await runNode(['tools/build.ts'])
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

/** Returns the step that runs one entry of the plan. */
function runTests({ name, title, config, files = [], env = {}, postgres, needsBrowser }) {
  return async (context) => {
    printHeading(title)
    try {
      const added = { ...env }
      if (needsBrowser && isWebStale(projectRoot))
        throw new Refusal('The browser tests need the built web app.')
      if (needsBrowser) added.CHROME_PATH = await findBrowser()
      if (postgres === 'second') {
        const binDirectory = findDebianPostgres()
        if (!binDirectory) {
          console.log("Left out: Debian's PostgreSQL is neither installed nor installable here.")
          return NOTHING
        }
        added.TEST_POSTGRES_BIN = binDirectory
      }
      return await runVitest(context, name, ['--config', config, ...files], added)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      console.error(error.message)
      return { passed: 0, failed: 1 }
    }
  }
}

/** Runs the daily round: types, format, and the tests that depend on the changes since `main`. */
async function runChangedTests(context) {
  const files = changedFiles(projectRoot)
  const modules = modulesOf(files)
  const related = relatedTests(projectRoot, files)
  const tests = related.filter((file) => !/^tests\/(browser|faults|soak|crash)\//.test(file))
  printHeading(
    `${files.length} changed files, ${modules.length ? `modules ${modules.join(', ')}` : 'no module'}`,
  )
  const code = await context.runNode(['tools/check.ts', 'types', 'format'])
  const checked = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  const suites = modules.length ? CHANGED_SUITES : []
  const schemaSuites = files.some((file) => file.startsWith('migrations/')) ? SCHEMA_SUITES : []
  const testsToRun = [...new Set([...tests, ...suites, ...schemaSuites])]
  const env =
    modules.length && !tests.some((file) => CHANGED_SUITES.includes(file))
      ? { TEST_MODULES: modules.join(',') }
      : {}
  const result = testsToRun.length ? await runVitest(context, 'changed', testsToRun, env) : NOTHING
  const omittedTests = related
    .filter((file) => !tests.includes(file))
    .map((file) => basename(file, '.test.ts'))
  console.log(`
Left out, and run by npm test: the other checks; the generated suites for the calls of other modules; tests of other
modules that meet these only over HTTP; the second PostgreSQL; all browser and crash tests${omittedTests.length ? `, of which these import what was changed: ${omittedTests.join(', ')}` : ''}.`)
  return { ...result, passed: result.passed + checked.passed, failed: result.failed + checked.failed }
}

/** Runs Vitest with its JSON report in the run's folder and counts the results. */
async function runVitest({ runNode, folder, databaseFolder }, name, args, env) {
  const report = join(folder, `${name}.json`)
  const program = join('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode([program, 'run', ...reporters, ...args], {
    TMPDIR: folder,
    TEST_DATABASE_FOLDER: databaseFolder,
    ...env,
  })
  copyReport(report)
  return countResults(report, code)
}

/** Copies a report for `npm run test:times`, which prints how long the files took. */
function copyReport(report) {
  if (!existsSync(report)) return
  mkdirSync(join(projectRoot, 'test-results'), { recursive: true })
  copyFileSync(report, join(projectRoot, 'test-results', basename(report)))
}

function printHeading(text) {
  console.log(`\n── ${text}`)
}

await runAsProgram(import.meta.url, () => test(process.argv.slice(2)))
