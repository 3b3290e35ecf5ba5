import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { getAccountPurposes } from '#demo/accounts.ts'
import { readConfig } from '#kernel/server/config.ts'
import { openPortal } from '#tests/portal.ts'
import { readPostmaster } from '#tools/postgres/postmaster.ts'
import { refuseDemonstration, toAddressError } from './preconditions.ts'
import { startPortal } from './server.ts'

const root = join(import.meta.dirname, '..', '..')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rooftree-preconditions-'))
  // PostgreSQL runs under another account, which must be able to enter the folder.
  chmodSync(folder, 0o755)
})
afterAll(() => rmSync(folder, { recursive: true }))

const start = (env: NodeJS.ProcessEnv, fill = async () => {}, signal?: AbortSignal) =>
  startPortal(readConfig({ DATA_FOLDER: join(folder, 'data'), PORT: '0', ...env }, []), {
    root,
    fill,
    ...(signal ? { signal } : {}),
  })

test('a bad address, folder or DATABASE_URL is refused in one line before a database starts', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  writeFileSync(join(folder, 'file'), '')
  const refusals: [NodeJS.ProcessEnv, RegExp][] = [
    [
      { PORT: String(port) },
      new RegExp(`^Port ${port} is taken\\. Choose another, such as PORT=${port + 1}\\.$`),
    ],
    [{ HOST: '192.0.2.1' }, /^HOST 192\.0\.2\.1 is no address of this machine\./],
    [
      { DATA_FOLDER: join(folder, 'file', 'data') },
      /^DATA_FOLDER \S+ cannot be used: this account cannot write there\./,
    ],
    ...['portal', 'http://127.0.0.1/portal', 'postgres://user:pass#word@127.0.0.1:5432:/portal'].map(
      (DATABASE_URL): [NodeJS.ProcessEnv, RegExp] => [
        { DATABASE_URL },
        /^DATABASE_URL is malformed: (?!.*word@127)/,
      ],
    ),
    [{ DATABASE_URL: 'postgres://user@127.0.0.1:1/portal' }, /^DATABASE_URL does not answer: .*ECONNREFUSED/],
  ]
  for (const [env, line] of refusals) await expect(start(env)).rejects.toThrow(line)
  for (const [env] of refusals) await expect(start(env)).rejects.not.toThrow('\n')
  expect(existsSync(join(folder, 'data', 'postgres'))).toBe(false)
  expect(
    toAddressError({ host: '127.0.0.1', port: 80 }, Object.assign(new Error(), { code: 'EACCES' })).message,
  ).toMatch(/^Port 80 is for privileged accounts only\. Choose one above 1023/)
})

test('an aborted start ends at once while it fills the database, and leaves no PostgreSQL', async () => {
  const abortController = new AbortController()
  let runningCluster: unknown
  const fill = () => {
    runningCluster = readPostmaster(join(folder, 'data', 'postgres', 'cluster'))
    abortController.abort()
    return new Promise<void>(() => undefined)
  }
  await expect(start({}, fill, abortController.signal)).rejects.toThrow('aborted')
  expect(runningCluster).toMatchObject({ status: 'ready' })
  expect(readPostmaster(join(folder, 'data', 'postgres', 'cluster'))).toBeUndefined()
})

test('--production refuses a database with a demonstration account, and accepts one without', async () => {
  const { owner, close } = await openPortal()
  onTestFinished(close)
  const demonstrationAccounts = getAccountPurposes().map((item) => item.userName)
  await owner.query(`update app_user set email = user_name || '@agency.gov'`)
  await refuseDemonstration(owner, demonstrationAccounts)
  await owner.query(
    `update app_user set email = user_name || '@agency.example' where user_name = 'agency.write'`,
  )
  await expect(refuseDemonstration(owner, demonstrationAccounts)).rejects.toThrow(
    /--production does not start on it\. Begin with an empty one/,
  )
})
