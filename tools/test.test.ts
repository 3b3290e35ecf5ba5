import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isAlive } from '#tools/postgres/processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rooftree-scripts-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Evaluates an expression over a script's exports in a new process and returns its value. */
function evaluate(script: string, expression: string, env: NodeJS.ProcessEnv = {}): unknown {
  const program = `
    import * as script from ${JSON.stringify(join(import.meta.dirname, script))}
    const value = await Promise.resolve().then(() => ${expression}).catch((error) => ({ refusal: error.message }))
    console.log(JSON.stringify(value ?? null))`
  const answer = spawnSync('node', ['--input-type=module', '-e', program], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (answer.status !== 0) throw new Error(answer.stderr)
  return JSON.parse(answer.stdout.trim().split('\n').at(-1) ?? '')
}

describe('the counts of results', () => {
  function count(testResults: unknown[], exitCode: number): unknown {
    const report = join(folder, 'report.json')
    writeFileSync(report, JSON.stringify({ testResults }))
    return evaluate('test-results.mjs', `script.countResults(${JSON.stringify(report)}, ${exitCode})`)
  }
  const passed = { status: 'passed' }
  const failed = { status: 'failed' }
  const skipped = { status: 'pending' }

  test('passed and failed tests are counted, and skipped ones are not', () => {
    const files = [
      { status: 'failed', assertionResults: [passed, failed, failed] },
      { status: 'passed', assertionResults: [passed, skipped] },
    ]
    expect(count(files, 1)).toMatchObject({ passed: 2, failed: 2 })
  })

  test('each failure is reported in one line, with its file, its test and its reason', () => {
    const failedTest = {
      status: 'failed',
      fullName: 'balance is kept',
      failureMessages: ['AssertionError: 1 is not 2\n  at x'],
    }
    const files = [
      { name: 'tests/a.test.ts', status: 'failed', assertionResults: [passed, failedTest] },
      { name: 'tests/b.test.ts', status: 'failed', message: 'No such module\n  at y', assertionResults: [] },
    ]
    expect(count(files, 1)).toMatchObject({
      broken: [
        { file: 'tests/a.test.ts', test: 'balance is kept', reason: 'AssertionError: 1 is not 2' },
        { file: 'tests/b.test.ts', test: 'could not be loaded', reason: 'No such module' },
      ],
    })
  })

  test('a failed run ends with the names of the tests and the commands that run their files again', () => {
    const failures = [
      { file: '/root/src/money.test.ts', test: 'cents', reason: '1 is not 2' },
      { file: '/root/src/money.test.ts', test: 'dollars', reason: '3 is not 4' },
      { file: '/root/tests/browser/home.test.ts', test: 'home', reason: 'no heading' },
    ]
    const run = 'node tools/with-node.mjs node_modules/vitest/vitest.mjs run --config'
    const report = evaluate('test-results.mjs', `script.failureReport(${JSON.stringify(failures)}, '/root')`)
    expect(String(report).trim().split('\n')).toEqual([
      'Failed:',
      '  src/money.test.ts: cents: 1 is not 2',
      '  src/money.test.ts: dollars: 3 is not 4',
      '  tests/browser/home.test.ts: home: no heading',
      '',
      'To run these files again:',
      `  ${run} vitest.config.ts src/money.test.ts`,
      `  ${run} vitest.browser.config.ts tests/browser/home.test.ts`,
    ])
  })

  test('a file that does not load counts as one failure, with or without tests in it', () => {
    expect(count([{ status: 'failed', assertionResults: [] }], 1)).toMatchObject({ passed: 0, failed: 1 })
    expect(count([{ status: 'failed', assertionResults: [passed] }], 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
  })

  test('an exit code other than 0 without a failed test counts as one failure', () => {
    expect(count([{ status: 'passed', assertionResults: [passed] }], 1)).toMatchObject({
      passed: 1,
      failed: 1,
    })
    expect(count([], 1)).toMatchObject({ passed: 0, failed: 1 })
  })

  test('a missing report counts as one failure', () => {
    expect(evaluate('test-results.mjs', "script.countResults('/nonexistent', 0)")).toEqual({
      passed: 0,
      failed: 1,
    })
  })
})

describe('the choice of a browser', () => {
  function makeFakeBrowser(name: string, code: number): string {
    const path = join(folder, name)
    writeFileSync(path, `#!/bin/sh\nexit ${code}\n`)
    chmodSync(path, 0o755)
    return path
  }

  test('CHROME_PATH comes first, and is refused if it does not run', () => {
    const path = makeFakeBrowser('mine', 0)
    expect(evaluate('browser.mjs', 'script.findBrowser()', { CHROME_PATH: path })).toBe(path)
    const broken = makeFakeBrowser('broken', 1)
    expect(evaluate('browser.mjs', 'script.findBrowser()', { CHROME_PATH: broken })).toEqual({
      refusal: `CHROME_PATH names ${broken}, which is not a browser that runs.`,
    })
  })

  test('the headless shell is chosen before a browser with windows, in any folder of PATH', () => {
    const [first, second] = ['first', 'second'].map((name) => join(folder, name))
    for (const place of [first, second]) mkdirSync(place!)
    makeFakeBrowser('first/chromium', 0)
    const shell = makeFakeBrowser('second/chromium-headless-shell', 0)
    const env = { CHROME_PATH: '', PATH: `${first}:${second}:${dirname(process.execPath)}` }
    expect(evaluate('browser.mjs', 'script.findBrowser()', env)).toBe(shell)
  })

  test('a browser that does not run is skipped for the next on PATH', () => {
    makeFakeBrowser('google-chrome', 1)
    const good = makeFakeBrowser('chromium', 0)
    const env = { CHROME_PATH: '', PATH: `${folder}:${dirname(process.execPath)}` }
    expect(evaluate('browser.mjs', 'script.findBrowser()', env)).toBe(good)
  })
})

describe("the choice of Debian's PostgreSQL", () => {
  test('the oldest supported version that has its programs is chosen', () => {
    for (const version of ['9.6', '14', '15', '16', '17']) {
      mkdirSync(join(folder, version, 'bin'), { recursive: true })
      if (version === '15') continue
      for (const name of ['initdb', 'postgres']) writeFileSync(join(folder, version, 'bin', name), '')
    }
    expect(
      evaluate('debian-postgres.mjs', `script.findDebianPostgres({ folder: ${JSON.stringify(folder)} })`),
    ).toBe(join(folder, '16', 'bin'))
  })
})

test.runIf(process.platform === 'linux')(
  'removing the test folder stops the database that a broken test left running in it',
  () => {
    const program = join(import.meta.dirname, 'test-folder.mjs')
    const launcher = join(import.meta.dirname, './postgres/launcher.ts')
    const script = join(folder, 'leave.ts')
    writeFileSync(
      script,
      `import { startPostgres } from ${JSON.stringify(launcher)}
     import { makeTestFolder } from ${JSON.stringify(program)}
     const testFolder = makeTestFolder()
     const { processId } = await startPostgres({ dataDirectory: testFolder + '/data' })
     console.log(JSON.stringify({ testFolder, processId }))
     process.kill(process.pid, 'SIGKILL')`,
    )
    const leftovers = JSON.parse(spawnSync('node', [script], { encoding: 'utf8' }).stdout)
    symlinkSync('/nonexistent', join(leftovers.testFolder, 'dangling'))
    expect(
      evaluate('test-folder.mjs', `script.removeTestFolder(${JSON.stringify(leftovers.testFolder)})`),
    ).toBeNull()
    expect(existsSync(leftovers.testFolder)).toBe(false)
    expect(isAlive(leftovers.processId)).toBe(false)
  },
)
