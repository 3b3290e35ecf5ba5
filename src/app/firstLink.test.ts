import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { openPortal } from '#tests/portal.ts'

const root = join(import.meta.dirname, '..', '..')
const LINK = /http:\S+\/#\/resetPassword\?userName=administrator&token=[\w-]{43}/

/**
 * Opens a database without accounts. Returns a function that runs a program of the portal on it, until it
 * prints `until` or ends, and returns its output.
 */
async function openEmptyDatabase() {
  const folder = await mkdtemp(join(tmpdir(), 'rooftree-first-'))
  const { connectionString, owner, close } = await openPortal()
  await owner.query('truncate app_user cascade')
  onTestFinished(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return async (program: string[], port: number, until?: RegExp) => {
    const env = {
      PATH: process.env.PATH,
      DATA_FOLDER: folder,
      LOG_LEVEL: 'silent',
      DATABASE_URL: connectionString,
      PORT: String(port),
    }
    const child = spawn(process.execPath, program, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
      if (until?.test(printed)) child.kill('SIGTERM')
    })
    const [problem] = await Promise.all([text(child.stderr), once(child, 'exit')])
    return printed + problem
  }
}

test('the first start that succeeds prints the first link once, and a command makes another', async () => {
  const run = await openEmptyDatabase()
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  const start = ['src/app/main.ts', '--production']
  expect(await run(start, port)).toBe(`Port ${port} is taken. Choose another, such as PORT=${port + 1}.\n`)
  server.close()
  const first = LINK.exec(await run(start, 0, LINK))?.[0]
  // TRUST-5.5: the link is printed only once, so later parts of the log contain none.
  const again = await run(start, 0, /printed before/)
  expect(again).toContain('"npm run link" makes another')
  expect(again).not.toMatch(LINK)
  const newLink = LINK.exec(await run(['tools/link.ts'], 0))?.[0]
  expect([first, newLink]).toEqual([expect.any(String), expect.any(String)])
  expect(first).not.toBe(newLink)
}, 90_000)
