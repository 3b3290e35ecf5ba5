import { basename, join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { changedFiles, modulesOf, relatedTests } from './changed.mjs'
import { findDebianPostgres } from './debian-postgres.mjs'
import { prepare, projectRoot, Refusal, runAsProgram } from './install.mjs'
import { makeTestFolder, removeTestFolder } from './test-folder.mjs'
import { countResults } from './test-results.mjs'
import { isWebStale } from './web-hash.mjs'

const NOTHING = { passed: 0, failed: 0 }

/** What hangs on the version of PostgreSQL: schema and scope, and every call once as an administrator (statements). */
const ON_BOTH_SERVERS = ['tests/requests/schema', 'tests/requests/scope', 'tests/requests/statements']
/** The modules' own requests on the second server: part of the long versions. */
const REQUESTS = ['requests.test.ts']

/** Suites made from the declarations of calls and flows: narrowed to the modules that were touched. */
const GENERATED = ['matrix', 'fuzz', 'outOfScope', 'transitions'].map((name) => `tests/requests/${name}.test.ts`)

/** What `--only` may name, and the steps it runs; without it all but the fault and soak tests run. */
const SELECTIONS = {
  all: [check, build, unit, requestsOnDebian, browser],
  unit: [unit],
  e2e: [build, browser],
  faults: [faults],
  soak: [soak, longOnDebian],
  changed: [changed],
}

/**
 * Runs the tests step by step, all of them even when one fails, and prints `N passed, N failed` last.
 *
 * @param {string[]} argv `--only unit|e2e|faults|soak|changed`, or nothing
 * @returns {Promise<number>} 0 when at least one test ran and none failed
 */
async function test(argv) {
  const selection = argv[0] === '--only' ? SELECTIONS[argv[1]] : SELECTIONS.all
  if (!selection || (argv.length > 0 && argv[0] !== '--only')) {
    throw new Refusal('Usage: node scripts/test.mjs [--only unit|e2e|faults|soak|changed]')
  }
  const runNode = await prepare(projectRoot, { tools: true })
  const folder = makeTestFolder()
  const begun = performance.now()
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
      const result = await step({ runNode, folder })
      total.passed += result.passed
      total.failed += result.failed
      broken.push(...(result.broken ?? []))
    }
  } finally {
    await removeTestFolder(folder).catch((error) => console.error(`Left behind: ${folder} (${error.message})`))
  }
  if (interrupted) total.failed += 1
  if (broken.length) console.log(`\nFailed:\n${broken.map((one) => `  ${one.replace(projectRoot, '')}`).join('\n')}`)
  console.log(
    `\nAll of it took ${Math.round((performance.now() - begun) / 1000)} s.\n${total.passed} passed, ${total.failed} failed`,
  )
  return total.passed > 0 && total.failed === 0 ? 0 : 1
}

async function check({ runNode }) {
  heading('Checks')
  const code = await runNode(['scripts/check.ts'])
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

async function build({ runNode }) {
  if (!isWebStale(projectRoot)) return NOTHING
  heading('Building the web app')
  const code = await runNode(['scripts/build.ts'])
  return { passed: 0, failed: code === 0 ? 0 : 1 }
}

function unit(context) {
  heading('Unit and request tests, embedded PostgreSQL')
  return vitest(context, 'unit', [])
}

function requestsOnDebian(context) {
  return onDebian(context, 'requests', ON_BOTH_SERVERS)
}

function longOnDebian(context) {
  return onDebian(context, 'long-requests', REQUESTS)
}

function onDebian(context, name, tests) {
  const binDirectory = findDebianPostgres()
  if (!binDirectory) {
    heading("Request tests on Debian's PostgreSQL: left out, it is neither installed nor installable here")
    return NOTHING
  }
  heading(`What hangs on the database again, ${binDirectory}`)
  return vitest(context, name, tests, { TEST_POSTGRES_BIN: binDirectory })
}

async function browser(context) {
  heading('Browser tests')
  try {
    if (isWebStale(projectRoot)) throw new Refusal('The browser tests need the built web app.')
    const env = { CHROME_PATH: await findBrowser() }
    return await vitest(context, 'browser', ['--config', 'vitest.browser.config.ts'], env)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    console.error(error.message)
    return { passed: 0, failed: 1 }
  }
}

function faults(context) {
  heading('Faults: killed, frozen, full, damaged, restarted')
  return vitest(context, 'faults', ['--config', 'vitest.faults.config.ts'])
}

function soak(context) {
  heading('Soak tests')
  return vitest(context, 'soak', ['--config', 'vitest.soak.config.ts'])
}

/** The daily round: types, format, and the tests that what was changed since `main` has to do with. */
async function changed(context) {
  const files = changedFiles(projectRoot)
  const modules = modulesOf(files)
  const related = relatedTests(projectRoot, files)
  const tests = related.filter((file) => !/^tests\/(browser|faults|soak|crash)\//.test(file))
  heading(`${files.length} changed files, ${modules.length ? `modules ${modules.join(', ')}` : 'no module'}`)
  const code = await context.runNode(['scripts/check.ts', 'types', 'format'])
  const checked = { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 }
  const suites = modules.length ? GENERATED : []
  const ofDatabase = files.some((file) => file.startsWith('migrations/')) ? ON_BOTH_SERVERS.slice(0, 2) : []
  const chosen = [...new Set([...tests, ...suites, ...ofDatabase])]
  const env =
    modules.length && !tests.some((file) => GENERATED.includes(file)) ? { TEST_MODULES: modules.join(',') } : {}
  const result = chosen.length ? await vitest(context, 'changed', chosen, env) : NOTHING
  const left = related.filter((file) => !tests.includes(file)).map((file) => basename(file, '.test.ts'))
  console.log(`
Left out, and run by npm test: the other checks; the generated suites for the calls of other modules; tests of other
modules that meet these only over HTTP; the second PostgreSQL; all browser and crash tests${left.length ? `, of which these import what was changed: ${left.join(', ')}` : ''}.`)
  return { ...result, passed: result.passed + checked.passed, failed: result.failed + checked.failed }
}

async function vitest({ runNode, folder }, name, args, env) {
  const report = join(folder, `${name}.json`)
  const program = join('node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await runNode([program, 'run', ...reporters, ...args], { TMPDIR: folder, ...env })
  return countResults(report, code)
}

function heading(text) {
  console.log(`\n── ${text}`)
}

await runAsProgram(import.meta.url, () => test(process.argv.slice(2)))
