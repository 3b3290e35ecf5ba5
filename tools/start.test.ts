import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

/** Folder of a project that installs in a second. Its server and its build only print that they ran. */
let root: string
const started: ChildProcess[] = []

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rooftree-start-'))
  for (const folder of ['src/server', 'tools', 'part']) mkdirSync(join(root, folder), { recursive: true })
  const about = { name: 'standin', version: '1.0.0', dependencies: { part: 'file:part' } }
  const scripts = { postinstall: 'echo > ran' }
  copyFileSync(join(import.meta.dirname, '../.npmrc'), join(root, '.npmrc'))
  const packages = {
    '': about,
    part: { version: '1.0.0' },
    'node_modules/part': { resolved: 'part', link: true },
  }
  writeFileSync(join(root, 'package.json'), JSON.stringify({ ...about, scripts, type: 'module' }))
  writeFileSync(join(root, 'part/package.json'), JSON.stringify({ name: 'part', version: '1.0.0' }))
  writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ ...about, lockfileVersion: 3, packages }))
  writeFileSync(join(root, 'src/main.tsx'), 'export const page = 1\n')
  writeFileSync(join(root, 'src/server/rows.ts'), 'export const rows = 1\n')
  writeFileSync(
    join(root, 'tools/build.ts'),
    `import { mkdirSync, writeFileSync } from 'node:fs'
     import { webHash } from ${JSON.stringify(join(import.meta.dirname, 'web-hash.mjs'))}
     mkdirSync('dist/web', { recursive: true })
     writeFileSync('dist/web/.hash', webHash(process.cwd()))`,
  )
  writeFileSync(
    join(root, 'src/server.ts'),
    `import { writeFileSync } from 'node:fs'
     import { buildWeb } from ${JSON.stringify(join(import.meta.dirname, '../src/app/buildWeb.ts'))}
     const ending = new AbortController()
     const seen: string[] = []
     for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
       process.on(signal, () => {
         ending.abort()
         seen.push(signal)
         writeFileSync('signals', seen.join())
         setTimeout(() => process.exit(0), 50)
       })
     }
     console.log('begun', process.pid)
     const built = process.env.WEB_BUILDER && buildWeb('.', process.env.WEB_BUILDER, ending.signal)
     await Promise.resolve(built).catch((error) => {
       console.log(error.message)
       if (!ending.signal.aborted) process.exit(1)
       return new Promise(() => undefined)
     })
     console.log('ready', process.pid, process.argv.slice(2).join())
     if (process.argv[2] === '--leave') process.exit(Number(process.argv[3]))
     setInterval(() => undefined, 1000)`,
  )
})

afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null && child.kill('SIGKILL'))
      await once(child, 'exit')
  }
  rmSync(root, { recursive: true, force: true })
})

function start(argv: string[], env: NodeJS.ProcessEnv = {}): ChildProcess {
  const program = `
    import { start } from ${JSON.stringify(join(import.meta.dirname, 'start.mjs'))}
    process.exitCode = await start({ argv: ${JSON.stringify(argv)}, root: ${JSON.stringify(root)}, entry: 'src/server.ts' })
      .catch((refusal) => refusal.code)`
  const child = spawn('node', ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  started.push(child)
  return child
}

async function finish(argv: string[]): Promise<{ output: string; code: number | null }> {
  const child = start(argv)
  const [output, [code]] = await Promise.all([text(child.stdout!), once(child, 'exit')])
  return { output, code }
}

/** Starts the project and waits for the server's process id; `readOutput` returns the output so far. */
async function startServer(
  argv: string[] = [],
): Promise<{ child: ChildProcess; server: number; said: () => string }> {
  const child = start(argv)
  let output = ''
  child.stdout?.on('data', (chunk) => {
    output += chunk
  })
  const server = await vi.waitFor(
    () => Number(/ready (\d+)/.exec(output)?.[1] ?? expect.fail('not ready')),
    20_000,
  )
  return { child, server, said: () => output }
}

function isGone(processId: number): boolean {
  try {
    process.kill(processId, 0)
    return false
  } catch {
    return true
  }
}

describe('the preparation of a start', () => {
  test('the first start installs and builds, the second does neither, and both pass on arguments and exit code', async () => {
    const first = await finish(['--leave', '7'])
    // The output says how many packages are to be installed, and how many were installed in how many seconds.
    expect(first.output).toMatch(/Installing packages: \d+, once …\nInstalling packages: \d+ of \d+, \d+ s/)
    expect(first.output).toContain('Building the web app')
    expect(first.output).toMatch(/ready \d+ --leave,7/)
    expect(first.code).toBe(7)
    // The scripts that a package wants to run at its installation are not run.
    expect(existsSync(join(root, 'ran'))).toBe(false)
    const second = await finish(['--leave', '0'])
    expect(second.output).toMatch(/^begun \d+\nready/)
    expect(second.code).toBe(0)
  })

  test('a changed lock file is installed again, and one that was only rewritten is not', async () => {
    await finish(['--leave', '0'])
    const lock = join(root, 'package-lock.json')
    writeFileSync(lock, readFileSync(lock))
    expect((await finish(['--leave', '0'])).output).not.toContain('Installing')
    appendFileSync(lock, '\n')
    expect((await finish(['--leave', '0'])).output).toContain('Installing')
  })

  test('a changed screen is built again, and a changed server file or test is not', async () => {
    await finish(['--leave', '0'])
    writeFileSync(join(root, 'src/server/rows.ts'), 'export const rows = 2\n')
    writeFileSync(join(root, 'src/main.test.ts'), 'export {}\n')
    expect((await finish(['--leave', '0'])).output).not.toContain('Building')
    writeFileSync(join(root, 'src/main.tsx'), 'export const page = 2\n')
    expect((await finish(['--leave', '0'])).output).toContain('Building')
  })

  test('--dev builds nothing, and restarts the server when its file changes', async () => {
    const { child, server, said: readOutput } = await startServer(['--dev'])
    appendFileSync(join(root, 'src/server.ts'), '\nconsole.log("changed")')
    await vi.waitFor(() => expect(readOutput()).toMatch(/ready.*ready.*changed/s), 20_000)
    expect(isGone(server)).toBe(true)
    expect(readOutput()).not.toContain('Building')
    child.kill('SIGINT')
    await once(child, 'exit')
    expect(isGone(Number(/.*ready (\d+)/s.exec(readOutput())![1]))).toBe(true)
  })

  test('Ctrl-C during the installation ends it at once, and the next start installs from an empty folder', async () => {
    const child = start(['--leave', '0'])
    await once(child.stdout!, 'data')
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([130, null])
    writeFileSync(join(root, 'node_modules', 'half'), '')
    expect((await finish(['--leave', '0'])).output).toMatch(
      /Installing packages: \d+ of \d+, \d+ s\.\n(.*\n)+ready/,
    )
    expect(existsSync(join(root, 'node_modules', 'half'))).toBe(false)
  })

  test('a build that fails ends the start', async () => {
    writeFileSync(join(root, 'tools/build.ts'), 'process.exit(3)')
    const { output, code } = await finish(['--leave', '0'])
    expect(code).toBe(1)
    expect(output).toContain('The web app could not be built.')
    expect(output).not.toContain('ready')
  })

  test.each(['SIGINT', 'SIGKILL'] as const)(
    '%s during the build of the web app ends the server and the build',
    async (signal) => {
      const building = `console.log('building', process.pid); setInterval(() => undefined, 1000)`
      writeFileSync(join(root, 'tools/build.ts'), building)
      const child = start([])
      let output = ''
      child.stdout?.on('data', (chunk) => {
        output += chunk
      })
      await vi.waitFor(() => expect(output).toMatch(/begun \d+\s+building \d+/), 20_000)
      const [server, builder] = [...output.matchAll(/(?:begun|building) (\d+)/g)].map((regExpExecArray) =>
        Number(regExpExecArray[1]),
      )
      child.kill(signal)
      await once(child, 'exit')
      await vi.waitFor(() => expect([server!, builder!].map(isGone)).toEqual([true, true]), 10_000)
      expect(output).not.toContain('ready')
    },
  )
})

describe('the end of a start', () => {
  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s reaches the server once, and the starter ends after the server',
    async (signal) => {
      const { child, server } = await startServer()
      child.kill(signal)
      expect(await once(child, 'exit')).toEqual([0, null])
      expect(isGone(server)).toBe(true)
      expect(readFileSync(join(root, 'signals'), 'utf8')).toBe(signal)
    },
  )

  test('kill -9 of the starter also ends the server', async () => {
    const { child, server } = await startServer()
    child.kill('SIGKILL')
    await once(child, 'exit')
    await vi.waitFor(() => expect(isGone(server)).toBe(true), 10_000)
    expect(existsSync(join(root, 'signals'))).toBe(true)
  })

  test('a server that was killed makes the starter exit with the code of the signal', async () => {
    const { child, server } = await startServer()
    process.kill(server, 'SIGKILL')
    expect(await once(child, 'exit')).toEqual([137, null])
  })
})
