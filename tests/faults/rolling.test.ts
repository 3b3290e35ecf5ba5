import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDraftBody } from '#tests/crash/filing.ts'
import { findFreePort } from '#tests/crash/postbox.ts'
import { makeServerSender } from '#tests/crash/processes.ts'
import { type RunningPostgres, startPostgres } from '#tools/postgres/launcher.ts'
import { Balancer } from './balancer.ts'
import { Service } from './service.ts'

const RESTARTS = 6
const FAIL_TIMEOUT_MS = 2000
const DRAIN_SECONDS = 1
const CLIENTS = 4

let prepared: Service
let postgres: RunningPostgres
let owner: pg.Client
let balancer: Balancer
let servers: { service: Service; env: NodeJS.ProcessEnv }[]
beforeAll(async () => {
  prepared = await Service.prepare()
  postgres = await startPostgres({ dataDirectory: prepared.postgres })
  owner = new pg.Client({ connectionString: postgres.connectionString })
  await owner.connect()
  const ports = [await findFreePort(), await findFreePort()]
  servers = ports.map((port) => ({
    service: Service.on(prepared.folder),
    env: {
      PORT: String(port),
      DATABASE_URL: postgres.connectionString,
      DRAIN_SECONDS: String(DRAIN_SECONDS),
    },
  }))
  for (const { service, env } of servers) await service.start(env)
  balancer = await Balancer.open(ports, FAIL_TIMEOUT_MS)
})
afterAll(async () => {
  for (const { service } of servers) await service.stop()
  await balancer.close()
  await owner.end()
  await postgres.stop()
  await prepared.close()
})

test('during six rolling restarts under load, every request is answered and every draft is saved once', async () => {
  const asks = makeServerSender(balancer)
  const failed: string[] = []
  const successes = { reads: 0, saves: 0 }
  let isOver = false
  const sendRequests = async (turn: number) => {
    for (; !isOver; turn += 1) {
      const isSave = turn % 3 === 0
      const startTime = new Date().toISOString()
      const reply = isSave
        ? await asks.ask(
            'company.writer',
            'POST',
            '/api/ReplacementReserve/SaveReplacementProgress',
            makeDraftBody(1, 100),
          )
        : await asks.ask('company.writer', 'GET', '/api/Holiday')
      if (reply.status === 200) successes[isSave ? 'saves' : 'reads'] += 1
      else
        failed.push(`${startTime} ${isSave ? 'save' : 'read'}: ${reply.status} ${JSON.stringify(reply.body)}`)
      await delay(10)
    }
  }
  await asks.ask('company.writer', 'GET', '/api/Holiday')
  const working = Array.from({ length: CLIENTS }, (_, index) => sendRequests(index))
  for (let restart = 0; restart < RESTARTS; restart += 1) {
    const { service, env } = servers[restart % servers.length]!
    expect(await service.stop()).toBe(0)
    await service.start(env)
    expect((await service.call('/ready')).status).toBe(200)
    // After this time the balancer sends requests to this server again.
    await delay(FAIL_TIMEOUT_MS)
  }
  isOver = true
  await Promise.all(working)
  expect(failed).toEqual([])
  expect(Math.min(successes.reads, successes.saves)).toBeGreaterThan(100)
  const { rows } = await owner.query('select count(*)::integer as drafts from replacement_reserve_request')
  expect(rows[0].drafts).toBe(successes.saves)
})
