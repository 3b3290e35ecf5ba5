import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { Cluster } from './cluster.ts'
import { fileDraft, makeStepCall } from './filing.ts'
import { Postbox } from './postbox.ts'
import { makeServerSender, Servers } from './processes.ts'

let cluster: Cluster
let postbox: Postbox
let servers: Servers
beforeAll(async () => {
  postbox = await Postbox.open()
  cluster = await Cluster.open()
  servers = new Servers({ DATA_FOLDER: cluster.folder, SMTP_URL: postbox.url })
})
afterAll(async () => {
  await servers.close()
  await postbox.close()
  await cluster.close()
})

const countUnsentMails = async () =>
  (await cluster.owner.query('select 1 from outbox where sent_at is null')).rowCount

test('after kill −9 between the mail server’s yes and the commit, the mail is sent again under the same Message-ID', async () => {
  // Late deposits cause mails too, which would disturb the counts.
  await cluster.owner.query('delete from reserve_deposit; delete from reserve_deposit_schedule')
  await servers.start(cluster.connectionString)
  const asks = makeServerSender(servers)
  const request = await fileDraft(asks, 1, 100)
  const holder = await cluster.hold('sent mail')
  const { url, body } = makeStepCall('submit', request)
  expect((await asks.ask('company.writer', 'POST', url, body)).status).toBe(200)
  while ((await cluster.waitingAt('sent mail')) === undefined) await delay(5)
  await servers.kill()
  await holder.end()
  await cluster.quiet()
  expect(postbox.received).toHaveLength(1)
  expect(await countUnsentMails()).toBe(1)

  await cluster.owner.query('update outbox set next_attempt_at = clock_timestamp()')
  await servers.start(cluster.connectionString)
  await vi.waitFor(async () => expect(await countUnsentMails()).toBe(0), { timeout: 30_000 })
  const ids = postbox.received.map((mail) => mail.headers.get('message-id'))
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])

  // The mail is marked as sent, so a third start sends only the next mail.
  await servers.kill()
  await servers.start(cluster.connectionString)
  const next = makeStepCall('submit', await fileDraft(asks, 1, 100))
  expect((await asks.ask('company.writer', 'POST', next.url, next.body)).status).toBe(200)
  await vi.waitFor(async () => expect(await countUnsentMails()).toBe(0), { timeout: 30_000 })
  expect(postbox.received).toHaveLength(3)
  expect(postbox.received[2]!.headers.get('message-id')).not.toBe(ids[0])
}, 120_000)
