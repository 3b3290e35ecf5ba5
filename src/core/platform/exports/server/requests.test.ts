import readXlsx from 'read-excel-file/node'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { ExportLine } from '../model/calls.ts'
import { ExportRunner } from './index.ts'
import { deleteOldExportsJob } from './module.ts'

let portal: Portal

beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  await seedMore(portal, 12)
})
afterAll(() => portal.close())
beforeEach(async () => {
  portal.setNow(null)
  await portal.owner.query('delete from export_job; delete from task_message; delete from job_run')
})

const getRunner = () =>
  new ExportRunner({
    pool: portal.pool,
    connectionString: portal.connectionString,
    services: portal.services,
    log: { error: () => undefined, warn: () => undefined },
  })
const runExports = async () => {
  const runner = getRunner()
  runner.wake()
  await runner.idle()
}
const postBegin = (persona: string, more: object = {}) =>
  portal.ask(persona, 'POST', '/api/Exports/Begin', {
    title: 'Compliance summary',
    callPath: '/api/reporting/ComplianceModuleSummary',
    asked: {},
    format: 'CSV',
    columns: [],
    askedFrom: '/reporting/compliancesummaryreport',
    ...more,
  })
const beginExport = async (persona: string, more: object = {}) => {
  const reply = await postBegin(persona, more)
  expect([reply.status, reply.body]).toEqual([200, expect.any(Number)])
  return reply.body as number
}
const loadOwnExports = async (persona: string) =>
  (await portal.ask(persona, 'GET', '/api/Exports/GetMine')).body as ExportLine[]
const loadStates = async (persona: string) => (await loadOwnExports(persona)).map(({ state }) => state)
const download = async (persona: string, id: number) => {
  const reply = await portal.app.inject({
    method: 'GET',
    url: `/api/Exports/Download/${id}`,
    headers: { authorization: `Bearer ${await portal.tokenOf(persona)}` },
  })
  return { status: reply.statusCode, content: reply.rawPayload }
}
const loadSummary = async (persona: string) =>
  (await portal.ask(persona, 'POST', '/api/reporting/ComplianceModuleSummary', {})).body as {
    property: string
  }[]
const loadMessages = async (persona: string) =>
  (await portal.ask(persona, 'GET', '/api/TaskMessage/GetTaskMessages')).body as {
    message: string
    fromName: string
    url: string
  }[]

describe('RPT: a file in the background', () => {
  test.each(['agency.read', 'company.reader'])(
    '%s: the CSV has the rows of the direct call, and a message says that it is ready',
    async (persona) => {
      const id = await beginExport(persona)
      expect(await loadStates(persona)).toEqual(['Waiting'])
      await runExports()
      const rows = await loadSummary(persona)
      expect((await loadOwnExports(persona))[0]).toMatchObject({
        state: 'Ready',
        rowsDone: rows.length,
        rowsExpected: rows.length,
      })
      const { status, content } = await download(persona, id)
      const lines = content.toString('utf8').replace('\uFEFF', '').trimEnd().split('\r\n')
      expect([status, lines.length]).toEqual([200, rows.length + 1])
      expect(rows.length).toBeGreaterThan(0)
      for (const [index, { property }] of rows.entries()) expect(lines[index + 1]).toContain(property)
      expect(await loadMessages(persona)).toEqual([
        expect.objectContaining({
          message: expect.stringContaining('is ready'),
          fromName: 'The portal',
          url: '/Exports',
        }),
      ])
    },
  )

  test('a workbook opens in another library, with parameters, totals and definitions', async () => {
    const id = await beginExport('agency.read', { format: 'Excel' })
    await runExports()
    const { content } = await download('agency.read', id)
    const [sheet] = (await readXlsx(content)) as unknown as { data: unknown[][] }[]
    const rows = await loadSummary('agency.read')
    expect(sheet!.data[0]![0]).toBe('Compliance Summary')
    expect(sheet!.data.slice(4, 4 + rows.length).map(([name]) => name)).toEqual(
      rows.map(({ property }) => property),
    )
    expect(sheet!.data.at(-1)![0]).toMatch(/\w{20}|\w+ \w+/)
  })

  test("a company's file contains no property of another company", async () => {
    const foreign = await portal.owner.query<{ name: string }>(
      `update property set name = 'Zz Marker Manor' where property_id = (select max(property_id) from property
        where name = any ($1)) returning name`,
      [(await loadSummary('agency.read')).map(({ property }) => property)],
    )
    expect(foreign.rowCount).toBe(1)
    const isSeen = (await loadSummary('company.reader')).some(
      ({ property }) => property === 'Zz Marker Manor',
    )
    const [companyExportId, all] = [await beginExport('company.reader'), await beginExport('agency.read')]
    await runExports()
    expect((await download('company.reader', companyExportId)).content.includes('Zz Marker Manor')).toBe(
      isSeen,
    )
    expect((await download('agency.read', all)).content.includes('Zz Marker Manor')).toBe(true)
    expect(isSeen).toBe(false)
  })

  test('a list is read page by page, with the columns that the screen showed', async () => {
    const columns = [
      { name: 'userName', label: 'User name', kind: 'text' },
      { name: 'name', label: 'Name', kind: 'text' },
    ]
    const list = {
      title: 'Users',
      callPath: '/api/Users/GetPage',
      asked: { group: 'agency' },
      columns,
      askedFrom: '/Users',
    }
    const { body } = await portal.ask('agency.read', 'GET', '/api/Users/GetPage?group=agency')
    const { rows } = body as { rows: { userName: string; name: string }[] }
    const id = await beginExport('agency.read', list)
    await runExports()
    expect((await download('agency.read', id)).content.toString('utf8')).toBe(
      `\uFEFFUser name,Name\r\n${rows.map(({ userName, name }) => `${userName},${name}\r\n`).join('')}`,
    )
    expect(
      (await postBegin('agency.read', { ...list, columns: [{ name: 'password', label: 'x', kind: 'text' }] }))
        .status,
    ).toBe(400)
    expect((await postBegin('company.reader', list)).status).toBe(403)
  })
})

test('an export is refused for an unknown list, wrong parameters or columns, missing rights, restricted rows, foreign addresses or too many at once', async () => {
  expect((await postBegin('agency.read', { callPath: '/api/Users/GetMcUsers' })).status).toBe(400)
  expect((await postBegin('agency.read', { callPath: '/api/nothing' })).status).toBe(400)
  expect((await postBegin('agency.read', { asked: { nonsense: 1 } })).status).toBe(400)
  expect((await postBegin('agency.read', { askedFrom: '//elsewhere.example' })).status).toBe(400)
  expect((await postBegin('agency.read', { callPath: '/api/reporting/ResidentRelation' })).status).toBe(422)
  for (let count = 0; count < 3; count += 1) await beginExport('agency.read')
  expect((await postBegin('agency.read')).status).toBe(422)
  expect((await postBegin('agency.write')).status).toBe(200)
})

test('only its own person can list, cancel, download or delete a file', async () => {
  const id = await beginExport('company.reader')
  await runExports()
  for (const persona of ['agency.admin', 'company.admin', 'other.user']) {
    expect(await loadOwnExports(persona)).toEqual([])
    expect((await download(persona, id)).status).toBe(404)
    expect((await portal.ask(persona, 'POST', `/api/Exports/Cancel/${id}`)).status).toBe(404)
    expect((await portal.ask(persona, 'DELETE', `/api/Exports/Delete/${id}`)).status).toBe(404)
  }
  expect((await portal.ask('company.reader', 'POST', `/api/Exports/Cancel/${id}`)).status).toBe(409)
  expect((await portal.ask('company.reader', 'DELETE', `/api/Exports/Delete/${id}`)).body).toBe(true)
  expect(await loadOwnExports('company.reader')).toEqual([])
})

describe('RPT: rights that end', () => {
  const vacancy = { callPath: '/api/reporting/Vacancy' }
  const rightsByKey = `select user_id from app_user where user_name = 'company.reader'`
  const grant = () =>
    portal.owner.query(
      `insert into permission (user_id, property_id, key, read) select u.user_id, p.property_id, 'Occupancy', true
        from (${rightsByKey}) u, user_property p where p.user_id = u.user_id`,
    )

  test('a person who lost the right gets a reason instead of a file, and can no longer load an earlier one', async () => {
    await grant()
    const early = await beginExport('company.reader', vacancy)
    await runExports()
    expect((await download('company.reader', early)).status).toBe(200)
    await beginExport('company.reader', vacancy)
    await portal.owner.query(`delete from permission where key = 'Occupancy' and user_id in (${rightsByKey})`)
    await runExports()
    const reason = expect.stringContaining('no longer')
    expect((await loadOwnExports('company.reader'))[0]).toMatchObject({ state: 'Failed', reason })
    expect((await loadMessages('company.reader'))[0]?.message).toContain('no longer')
    expect((await download('company.reader', early)).status).toBe(403)
  })

  const columns = [{ name: 'userName', label: 'User name', kind: 'text' }]
  const users = { callPath: '/api/Users/GetPage', asked: { group: 'agency' }, columns, askedFrom: '/Users' }

  test.each([
    [
      'a property',
      'other.user',
      {},
      `delete from user_property where user_id = 7 and property_id = 5;
        delete from permission where user_id = 7 and property_id = 5`,
      `insert into user_property (user_id, property_id, is_main) values (7, 5, false);
        insert into permission (user_id, property_id, key, read, write) values (7, 5, 'Replacement_Reserve', true, true)`,
    ],
    [
      'a permission',
      'company.writer',
      {},
      `update permission set read = false where user_id = 5 and property_id = 2 and key = 'Replacement_Reserve'`,
      `update permission set read = true where user_id = 5 and property_id = 2 and key = 'Replacement_Reserve'`,
    ],
    [
      'a role',
      'agency.second',
      users,
      `update user_role set role_id = 2 where user_id = 10`,
      `update user_role set role_id = 1 where user_id = 10`,
    ],
    [
      'a right of the account',
      'agency.manager',
      users,
      `update app_user set is_manager = false where user_id = 9`,
      `update app_user set is_manager = true where user_id = 9`,
    ],
  ])(
    '6.4 a finished file is refused once its person has lost %s',
    async (_, persona, overrides, revokeStatement, restoreStatement) => {
      const id = await beginExport(persona, overrides)
      await runExports()
      expect((await download(persona, id)).status).toBe(200)
      await portal.owner.query(revokeStatement)
      const refused = await download(persona, id)
      expect([refused.status, refused.content.toString()]).toEqual([
        403,
        expect.stringContaining('Export it again'),
      ])
      await portal.owner.query(restoreStatement)
      expect((await download(persona, id)).status).toBe(200)
    },
  )

  test('6.4 additional rights block no file, and a file made before rights were recorded is refused', async () => {
    const id = await beginExport('company.reader')
    await runExports()
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read) values (6, 1, 'Budget', true)`,
    )
    expect((await download('company.reader', id)).status).toBe(200)
    await portal.owner.query(`delete from permission where user_id = 6 and key = 'Budget'`)
    await portal.owner.query('update export_job set rights = null')
    expect((await download('company.reader', id)).status).toBe(403)
  })

  test('a closed account gets no file', async () => {
    await beginExport('company.reader')
    await portal.owner.query(`update app_user set active = false where user_id in (${rightsByKey})`)
    await runExports()
    const { rows } = await portal.owner.query<{ state: string }>('select state from export_job')
    await portal.owner.query(`update app_user set active = true where user_id in (${rightsByKey})`)
    expect(rows).toEqual([{ state: 'Failed' }])
  })
})

/** Blocks reading of properties until `end` is called, so that running exports wait in the database. */
async function blockProperties() {
  await portal.owner.query('begin; lock table property in access exclusive mode')
  const waits = () =>
    portal.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%property%'`,
    )
  return {
    atWork: () =>
      vi.waitFor(async () => expect((await waits()).rowCount).toBeGreaterThan(0), { timeout: 20_000 }),
    ended: () => vi.waitFor(async () => expect((await waits()).rowCount).toBe(0), { timeout: 20_000 }),
    end: () => portal.owner.query('rollback'),
  }
}

test('RPT: canceling ends the query in the database, and no file is created', async () => {
  const id = await beginExport('agency.read')
  const block = await blockProperties()
  const runner = getRunner()
  runner.wake()
  await block.atWork()
  expect(await loadStates('agency.read')).toEqual(['Running'])
  expect((await portal.ask('agency.read', 'POST', `/api/Exports/Cancel/${id}`)).body).toBe(true)
  await block.ended()
  await runner.idle()
  await block.end()
  expect([await loadStates('agency.read'), await loadMessages('agency.read')]).toEqual([['Canceled'], []])
})

describe('RPT: a server that stops', () => {
  const simulateCrash = (attempts: number) =>
    portal.owner.query(
      `update export_job set state = 'Running', lease = gen_random_uuid(), lease_until = now() - interval '1 second', attempts = $1`,
      [attempts],
    )
  test('another server creates the file of a crashed one, once', async () => {
    await beginExport('agency.read')
    await simulateCrash(1)
    await runExports()
    expect(await loadStates('agency.read')).toEqual(['Ready'])
  })

  test('a second crash fails the export with a reason, so that none remains in progress forever', async () => {
    await beginExport('agency.read')
    await simulateCrash(2)
    await runExports()
    expect((await loadOwnExports('agency.read'))[0]).toMatchObject({
      state: 'Failed',
      reason: expect.stringContaining('stopped twice'),
    })
  })

  test('a running export is not taken over, and a server that lost its lease changes nothing', async () => {
    await beginExport('agency.read')
    const block = await blockProperties()
    const [slow, other] = [getRunner(), getRunner()]
    slow.wake()
    await block.atWork()
    other.wake()
    await other.idle()
    expect(await loadStates('agency.read')).toEqual(['Running'])
    await block.end()
    await portal.owner.query('update export_job set lease = gen_random_uuid()')
    await slow.idle()
    expect(await loadStates('agency.read')).toEqual(['Running'])
  })

  test('an orderly stop returns the export to the queue without counting an attempt', async () => {
    await beginExport('agency.read')
    const block = await blockProperties()
    const runner = getRunner()
    runner.wake()
    await block.atWork()
    await runner.stop()
    await block.end()
    const { rows } = await portal.owner.query('select state, attempts, lease from export_job')
    expect(rows).toEqual([{ state: 'Waiting', attempts: 0, lease: null }])
    await runExports()
    expect(await loadStates('agency.read')).toEqual(['Ready'])
  })
})

test("RPT: files are deleted after the agency's number of days, and unlisted a month later", async () => {
  const id = await beginExport('agency.read')
  await runExports()
  const runAfter = (days: number) => {
    portal.setNow(new Date(Date.now() + days * 86_400_000))
    return runDue(portal.pool, portal.services, deleteOldExportsJob)
  }
  await runAfter(6)
  expect(await loadStates('agency.read')).toEqual(['Ready'])
  await runAfter(9)
  expect(await loadStates('agency.read')).toEqual(['Deleted'])
  expect((await download('agency.read', id)).status).toBe(404)
  await runAfter(60)
  expect(await loadStates('agency.read')).toEqual([])
})
