import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { reservePostingsJob } from '#core/money/reserves/server/index.ts'
import { housekeeping } from '#core/platform/administration/server/housekeeping.ts'
import type { Method } from '#kernel/model/call.ts'
import { newToken, tokenHash } from '#kernel/server/auth.ts'
import { runDue } from '#kernel/server/jobs.ts'
import {
  type FiledRequest,
  fileDraft,
  getPersonaForStep,
  type HttpAnswer,
  makeDraftBody,
  makeStepCall,
  type RequestSender,
  type StepName,
} from '#tests/crash/filing.ts'
import { findViolations } from '#tests/crash/invariants.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

const USERS = 50
const path = '/api/ReplacementReserve'

let portal: Portal
let asks: RequestSender
const people = Array.from({ length: USERS }, (_, index) => `load.user${index}`)

beforeAll(async () => {
  portal = await openPortal()
  asks = createAsks(await insertPeople(people))
})
afterEach(async () => {
  expect(await findViolations(portal.owner)).toEqual([])
})
afterAll(async () => {
  expect(await countDeadlocks()).toBe(0)
  await portal.close()
})

/**
 * Counts deadlocks. A deadlock is retried and therefore not visible in answers. Connections report their
 * counts when they end at the latest, so all are terminated first.
 */
async function countDeadlocks(): Promise<number> {
  const otherRows = `from pg_stat_activity where application_name = 'rooftree' and datname = current_database()`
  await portal.owner.query(`select pg_terminate_backend(pid) ${otherRows}`)
  while ((await portal.owner.query(`select 1 ${otherRows}`)).rowCount !== 0);
  const result = await portal.owner.query<{ deadlocks: number }>(
    'select deadlocks::integer as deadlocks from pg_stat_database where datname = current_database()',
  )
  return result.rows[0]!.deadlocks
}

/**
 * Inserts people with write permission on Maple Grove and a session each. Hashing fifty passwords would take
 * longer than the test.
 */
async function insertPeople(names: readonly string[]): Promise<Map<string, string>> {
  const tokens = new Map(names.map((name) => [name, newToken()]))
  await portal.owner.query(
    `with person as (insert into app_user (user_name, first_name, last_name, email, management_company_id)
        select name, 'Load', name, name || '@one.example', 1 from unnest($1::text[]) as name returning user_id, user_name),
      role as (insert into user_role select user_id, 3 from person),
      grants as (insert into permission (user_id, property_id, key, read, write) select user_id, 1, 'Replacement_Reserve', true, true from person),
      opened as (insert into session (user_id) select user_id from person returning session_id, user_id)
    insert into session_token (token_hash, session_id, kind, expires_at)
      select given.hash, opened.session_id, 'access', now() + interval '1 hour'
      from unnest($1::text[], $2::bytea[]) as given(name, hash) join person on person.user_name = given.name join opened using (user_id)`,
    [[...tokens.keys()], [...tokens.values()].map(tokenHash)],
  )
  return tokens
}

function createAsks(tokens: ReadonlyMap<string, string>): RequestSender {
  const send = async (
    persona: string,
    method: Method,
    url: string,
    payload?: object | Buffer,
    type?: string,
  ) => {
    const headers = {
      authorization: `Bearer ${tokens.get(persona)}`,
      ...(type ? { 'content-type': type } : {}),
    }
    const reply = await portal.app.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: reply.statusCode, body: reply.json() as unknown }
  }
  return {
    ask: (persona, method, url, body) => send(persona, method, url, body as object),
    upload: async (persona, url, fields, files) => {
      const form = new FormData()
      for (const [key, value] of Object.entries(fields)) form.append(key, value)
      for (const file of files) form.append('files[]', new Blob([new Uint8Array(file.content)]), file.name)
      const encoded = new Response(form)
      const type = encoded.headers.get('content-type') ?? ''
      return send(persona, 'POST', url, Buffer.from(await encoded.arrayBuffer()), type)
    },
  }
}

type Stored = { replacementReserveRequestId: number; version: number; description: string; statusId: number }
const expectStored = (reply: HttpAnswer): Stored => {
  expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
  return reply.body as Stored
}
const message = (reply: HttpAnswer): string => (reply.body as { message: string }).message
const takeStep = (persona: string, step: StepName, request: FiledRequest, approved = request.claimed) => {
  const { url, body } = makeStepCall(step, request, approved)
  return portal.ask(persona, 'POST', url, body)
}
const loadBalance = async (): Promise<number> =>
  (
    await portal.owner.query(
      'select sum(amount)::float as sum from reserve_entry where reserve_account_id = 1',
    )
  ).rows[0].sum

/** Files a request that only needs the decision. */
async function fileReviewed(claimed: number): Promise<FiledRequest> {
  const request = await fileDraft(portal, 1, claimed)
  for (const step of ['submit', 'startReview', 'review'] as const)
    expectStored(await takeStep(getPersonaForStep(step, 1), step, request))
  return request
}

/** Adjusts the account so that exactly this amount is in it. */
async function setBalance(amount: number): Promise<void> {
  await portal.owner.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount) values (1, 1, current_date, 'Adjustment', $1)`,
    [amount - (await loadBalance())],
  )
}

/**
 * Drops the future partitions of the audit log, so that housekeeping has to create partitions while the log
 * is being written.
 */
async function dropComingPartitions(): Promise<void> {
  const coming = await portal.owner.query<{ name: string }>(
    `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass
      and inhrelid::regclass::text ~ '^audit_log_[0-9]' and inhrelid::regclass::text > 'audit_log_' || to_char(current_date, 'YYYY_MM')`,
  )
  expect(coming.rows.length).toBeGreaterThan(0)
  for (const { name } of coming.rows) await portal.owner.query(`drop table ${name}`)
}

describe(`${USERS} people at one property at the same time`, () => {
  test('each person sends every save, upload, change and submission twice, and nothing fails, is lost or is doubled', async () => {
    const work = people.map(async (person, index) => {
      const [request, items] = Object.values(makeDraftBody(1, 100 + index)) as [object, object[]]
      const body = {
        request: { ...request, clientKey: crypto.randomUUID(), description: `Begun by ${person}` },
        items: items.map((item) => ({ ...item, clientKey: crypto.randomUUID() })),
      }
      const save = () => asks.ask(person, 'POST', `${path}/SaveReplacementProgress`, body)
      const [first, two] = (await Promise.all([save(), save()])).map(expectStored)
      expect(two!.replacementReserveRequestId).toBe(first!.replacementReserveRequestId)
      const id = first!.replacementReserveRequestId
      const read = await asks.ask(person, 'GET', `${path}/GetRequest/${id}`)
      const [item, ...more] = (read.body as { items: { replacementReserveRequestItemId: number }[] }).items
      expect(more).toEqual([])
      const owner = { moduleId: String(id), subModuleId: String(item!.replacementReserveRequestItemId) }
      for (const documentType of ['Invoice', 'Photo']) {
        const file = { name: `${documentType}.pdf`, content: Buffer.from(`%PDF-1.4 ${person}`) }
        const fields = { ...owner, documentType }
        expect(
          (await asks.upload(person, `${path}/ReplacementReserveFileUpload`, fields, [file])).status,
        ).toBe(200)
      }
      const change = {
        replacementReserveRequestId: id,
        version: expectStored(read).version,
        description: `Finished by ${person}`,
      }
      expectStored(
        await asks.ask(person, 'POST', `${path}/SaveReplacementProgress`, { request: change, items: [] }),
      )
      const submit = () => asks.ask(person, 'POST', `${path}/Submit/${id}`, {})
      return (await Promise.all([submit(), submit()])).map(expectStored)
    })
    const submitted = await Promise.all(work)
    expect(new Set(submitted.flat().map((request) => request.replacementReserveRequestId)).size).toBe(USERS)
    const rows = await portal.owner.query<{
      description: string
      claimed: number
      steps: number
      submitter: string
    }>(
      `select description, (select sum(claimed_amount)::float from replacement_reserve_request_item i where i.replacement_reserve_request_id = r.replacement_reserve_request_id) as claimed,
        (select count(*)::integer from status_history h where h.row_id = r.replacement_reserve_request_id) as steps, u.user_name as submitter
       from replacement_reserve_request r join app_user u on u.user_id = r.submitted_by_id where r.status_id = 2 order by claimed`,
    )
    expect(rows.rows).toEqual(
      people.map((person, index) => ({
        description: `Finished by ${person}`,
        claimed: 100 + index,
        steps: 2,
        submitter: person,
      })),
    )
  })

  test("when all change a request from the same version, one succeeds and every other is refused with the winner's name", async () => {
    const author = people[0]!
    const draft = await fileDraft(asks, 1, 500, author)
    const { version } = expectStored(await asks.ask(author, 'GET', `${path}/GetRequest/${draft.id}`))
    const replies = await Promise.all(
      people.map((person) =>
        asks.ask(person, 'POST', `${path}/SaveReplacementProgress`, {
          request: { replacementReserveRequestId: draft.id, version, description: `By ${person}` },
          items: [],
        }),
      ),
    )
    const winners = people.filter((_, index) => replies[index]!.status === 200)
    expect(winners).toHaveLength(1)
    for (const reply of replies.filter((reply) => reply.status !== 200)) {
      expect(reply.status).toBe(409)
      expect(message(reply)).toMatch(new RegExp(`^Load ${winners[0]} changed this record at `))
    }
    const after = expectStored(await asks.ask(author, 'GET', `${path}/GetRequest/${draft.id}`))
    expect(after).toMatchObject({ description: `By ${winners[0]}`, version: version + 1 })
  })
})

describe('one reserve account', () => {
  test('of two approvals that exceed the balance together, one is paid and the other is refused with the reason', async () => {
    const requests = [await fileReviewed(900), await fileReviewed(800)]
    for (let round = 0; round < 8; round += 1) {
      await setBalance(1000)
      const replies = await Promise.all([
        takeStep('agency.manager', 'approve', requests[0]!),
        takeStep('agency.admin', 'approve', requests[1]!),
      ])
      const loser = replies.find((reply) => reply.status !== 200)
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1)
      expect(loser?.status).toBe(422)
      expect(message(loser!)).toMatch(/^The reserve has \$\d+\.00 to spend;/)
      const won = replies.findIndex((reply) => reply.status === 200)
      expect(await loadBalance()).toBe(1000 - requests[won]!.claimed)
      expectStored(await takeStep('agency.admin', 'reopen', requests[won]!))
      expect(await loadBalance()).toBe(1000)
      expectStored(await takeStep('agency.write', 'review', requests[won]!))
    }
  })

  test('when two people approve the same request, it is paid once and the second reads who was first', async () => {
    const request = await fileReviewed(700)
    await setBalance(5000)
    const { version } = expectStored(
      await portal.ask('agency.read', 'GET', `${path}/GetRequest/${request.id}`),
    )
    const { url, body } = makeStepCall('approve', request)
    const approvers = ['agency.manager', 'agency.admin']
    const replies = await Promise.all(
      approvers.map((persona) => portal.ask(persona, 'POST', url, { ...body, version })),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    const second = replies.find((reply) => reply.status === 409)!
    const first = replies[0]!.status === 200 ? 'Agency Manager' : 'Agency Admin'
    expect(message(second)).toMatch(new RegExp(`^${first} changed this record at `))
    expect(await loadBalance()).toBe(4300)
  })

  test('the balance is right after many parallel approvals, reopenings, corrections, postings and housekeeping', async () => {
    const requests = await Promise.all(Array.from({ length: 12 }, (_, index) => fileReviewed(101 + index)))
    await setBalance(100_000)
    await dropComingPartitions()
    const later = { ...portal.services, now: () => new Date('2031-03-10T12:00:00Z') }
    const cycle = async (request: FiledRequest) => {
      expectStored(await takeStep('agency.manager', 'approve', request))
      expectStored(await takeStep('agency.admin', 'reopen', request))
      expectStored(await takeStep('agency.write', 'review', request))
      expectStored(await takeStep('agency.manager', 'approve', request))
    }
    const correct = async (amount: number) => {
      const body = {
        reserveAccountId: 1,
        kind: 'Adjustment',
        entryDate: '2026-01-02',
        amount,
        reason: `Correction of ${amount}`,
        exception: null,
      }
      const reply = await portal.ask('agency.write', 'POST', '/api/ReserveAccount/EnterAdjustment', body)
      expect(reply, JSON.stringify(reply.body)).toMatchObject({ status: 200 })
      const { adjustments } = reply.body as { adjustments: { reserveAdjustmentId: number; reason: string }[] }
      const { reserveAdjustmentId } = adjustments.find(({ reason }) => reason === body.reason)!
      const confirmed = `/api/ReserveAccount/ConfirmAdjustment/${reserveAdjustmentId}`
      expect(await portal.ask('agency.second', 'POST', confirmed)).toMatchObject({ status: 200 })
    }
    await Promise.all([
      ...requests.map(cycle),
      ...[10, -20, 30.55].map(correct),
      runDue(portal.pool, portal.services, housekeeping),
      runDue(portal.pool, later, reservePostingsJob),
    ])
    const posted = await portal.owner.query<{ sum: number; months: number }>(
      `select sum(amount)::float as sum, count(distinct entry_date)::integer as months from reserve_entry where reserve_account_id = 1 and kind = 'Interest'`,
    )
    const paid = requests.reduce((sum, request) => sum + request.claimed, 0)
    expect(posted.rows[0]!.months).toBe(134)
    expect(await loadBalance()).toBeCloseTo(100_000 + 20.55 - paid + posted.rows[0]!.sum, 2)
    const ledger = await portal.ask('agency.read', 'GET', `${path}/GetLedger/1`)
    expect((ledger.body as { account: { balance: number } }).account.balance).toBe(await loadBalance())
  })
})
