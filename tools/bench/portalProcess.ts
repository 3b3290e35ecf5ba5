import type { AddressInfo } from 'node:net'
import { dirname } from 'node:path'
import { buildApp } from '#app/http/app.ts'
import { served } from '#app/registry.ts'
import { ExportRunner } from '#core/platform/exports/server/index.ts'
import { FolderStore } from '#core/platform/files/server/index.ts'
import { loadHouseholdKey, setHouseholdKey } from '#core/portfolio/households/server/index.ts'
import { readConfig } from '#kernel/server/config.ts'
import { type Statement, Transaction } from '#kernel/server/database.ts'
import { openPool } from '#kernel/server/postgres/role.ts'

/**
 * The portal as it runs in production, with the benchmark's database. It can also report which statements a
 * request runs inside its transaction, so that the floor can run the same ones.
 */

/** A statement as it was sent to the database. */
export type RecordedStatement = { text: string; values: unknown[] }

const [, , connectionString = '', filesFolder = '', webFolder = ''] = process.argv
const pool = openPool(connectionString)
// The key decrypts the household data that the demonstration has encrypted.
setHouseholdKey(loadHouseholdKey(process.env, dirname(filesFolder)))
const services = {
  config: readConfig({ NODE_ENV: 'production', LOG_LEVEL: 'info' }, []),
  files: new FolderStore(filesFolder),
  now: () => new Date(),
}
const app = await buildApp(served, pool, services, webFolder || null)
await app.listen({ host: '127.0.0.1', port: 0 })

const { query, queryNamed, queryTogether } = Transaction.prototype
let recorded: RecordedStatement[] = []

function recordQuery(this: Transaction, ...queryArguments: Parameters<typeof query>) {
  const [text, values = []] = queryArguments
  recorded.push({ text, values: [...values] })
  return query.apply(this, queryArguments)
}

function recordNamed(this: Transaction, statement: Statement) {
  recorded.push({ text: statement.text, values: [...statement.values] })
  return queryNamed.call(this, statement)
}

function recordTogether(this: Transaction, statements: readonly Statement[]) {
  const matchingStatements = statements.filter(({ text }) => !/^begin|^commit$/.test(text))
  recorded.push(...matchingStatements.map(({ text, values }) => ({ text, values: [...values] })))
  return queryTogether.call(this, statements)
}

/**
 * The longest turn of the event loop, in milliseconds of the processor. No other request is served during a
 * turn. Other work on the machine does not count.
 */
let longestTurn = 0
let processorTime = 0
setInterval(() => {
  const { user, system } = process.threadCpuUsage()
  const now = (user + system) / 1000
  longestTurn = Math.max(longestTurn, now - processorTime)
  processorTime = now
}, 1)

process.on('message', async (command: 'record' | 'recorded' | 'stall' | 'exports') => {
  if (command === 'exports') {
    await new ExportRunner({ pool, connectionString, services, log: app.log }).start()
    process.send?.([])
    return
  }
  if (command === 'stall') {
    process.send?.(longestTurn)
    longestTurn = 0
    return
  }
  if (command === 'record') {
    recorded = []
    Object.assign(Transaction.prototype, {
      query: recordQuery,
      queryNamed: recordNamed,
      queryTogether: recordTogether,
    })
    process.send?.([])
  } else {
    Object.assign(Transaction.prototype, { query, queryNamed, queryTogether })
    process.send?.(recorded)
  }
})
process.on('disconnect', () => process.exit(0))
process.send?.({ port: (app.server.address() as AddressInfo).port })
