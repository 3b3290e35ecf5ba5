import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { startPortal } from '#app/server.ts'
import { readConfig } from '#kernel/server/config.ts'

// Runs the whole portal as a separate process, to be killed by the crash tests. It loads everything first and
// starts when it reads a line with the address of its database. It ends when its input ends, so that no
// server outlives its test.

const root = join(import.meta.dirname, '..', '..')

for await (const databaseUrl of createInterface({ input: process.stdin })) {
  const config = readConfig({ ...process.env, DATABASE_URL: databaseUrl, PORT: '0' }, [])
  const { address } = await startPortal(config, {
    root,
    fill: async () => {
      throw new Error('The database of a crash test is filled by the test.')
    },
  })
  console.log(address)
}
process.exit(0)
