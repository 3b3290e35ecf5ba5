import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { properties } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { WatchLine, WatchProposal, WatchReport, WatchView } from '../model/calls.ts'
import { watchListJob } from './night.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-10T15:00:00Z'))
  // Property A has three months below 85 percent, B has a failing score, D has no figures.
  await portal.owner.query(
    `insert into project_occupancy (property_id, period_date, units, vacant_units, status_id, created_by) values
       (1, '2026-08-01', 48, 8, 2, 5), (1, '2026-09-01', 48, 8, 2, 5), (1, '2026-10-01', 48, 10, 2, 5);
     insert into property_inspection (property_id, inspection_date, score, source) values (2, '2026-09-16', 54, 'Test')`,
  )
})
afterAll(() => portal.close())

type Body = Record<string, unknown>
const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path = '', body?: object) =>
  portal.ask(persona, method, `/api/WatchList${path}`, body)
const november = { year: 2026, month: 11 }
const loadList = async (month: number, type = 0, year = 2026) =>
  (await ask('agency.read', 'GET', `/GetWatchListList?year=${year}&month=${month}&watchlistTypeId=${type}`))
    .body as WatchLine[]
const loadProposals = async () =>
  (await ask('agency.read', 'GET', '/GetProposals?year=2026&month=11')).body as WatchProposal[]
const runNightlyJob = async (day: string) => {
  portal.setNow(new Date(`${day}T14:00:00Z`))
  await runDue(portal.pool, portal.services, watchListJob)
}

describe('WLS the list', () => {
  test('companies can neither read nor write the watch list, and agency readers cannot write it', async () => {
    for (const path of [
      '',
      '/GetTypes',
      '/GetProposals?year=2026&month=11',
      '/GetWatchListReport?year=2026&month=11',
      `/GetWatchlistHistory/${properties.a}`,
    ])
      expect((await ask('company.admin', 'GET', path)).status, path).toBe(403)
    expect((await ask('company.admin', 'POST', '', { propertyId: 1, watchListTypeId: 1 })).status).toBe(403)
    expect((await ask('agency.read', 'POST', '', { propertyId: 1, watchListTypeId: 1 })).status).toBe(403)
  })

  test('domain 28: proposals have the figures that triggered them with links, required ones first', async () => {
    const matches = await loadProposals()
    expect(matches.map(({ propertyId, required }) => [propertyId, required])).toEqual(
      expect.arrayContaining([
        [1, true],
        [2, false],
      ]),
    )
    expect(matches[0]).toMatchObject({ propertyId: 1, required: true })
    expect(matches[0]!.triggers[0]).toMatchObject({
      rule: 'WLS-3',
      path: '/occupancy/list/project/1',
      words: 'Below 85% for 3 months: August 83.3, September 83.3, October 79.2',
    })
    expect(matches.find((item) => item.propertyId === 2)!.triggers[0]).toMatchObject({
      rule: 'WLS-4',
      words: 'Inspection score 54 of 09/16/2026 (fails below 60)',
    })
  })

  test('a proposal can be put off with a reason, unless it is required', async () => {
    const put = (body: Body) => ask('agency.write', 'POST', '/PutOff', { ...november, ...body })
    expect((await put({ propertyId: 2, reason: ' ' })).status).toBe(400)
    expect((await put({ propertyId: 1, reason: 'Not yet' })).status).toBe(422)
    expect((await put({ propertyId: 2, reason: 'Visited again in December' })).body).toBe(true)
    expect((await loadProposals()).find((proposal) => proposal.propertyId === 2)).toMatchObject({
      putOffReason: 'Visited again in December',
    })
  })

  test('CALL-WLS-02, 05: a new entry gets the figures of the day, and a property has one entry a month', async () => {
    const model = (await ask('agency.write', 'GET', '/CreateNewModel/2')).body as Body
    expect(model).toMatchObject({ year: 2026, month: 11, weaknessTypeId: 4, watchListTypeId: 1 })
    const body = { propertyId: 2, ...november, watchListTypeId: 2, watchListWeaknessTypeId: 4 }
    expect((await ask('agency.write', 'POST', '', { ...body, month: 12 })).body).toMatchObject({
      fields: { month: ['Month: It has not begun.'] },
    })
    expect((await ask('agency.write', 'POST', '', body)).status).toBe(200)
    expect((await ask('agency.write', 'POST', '', body)).status).toBe(422)
    expect(await loadList(11)).toMatchObject([
      {
        propertyId: 2,
        typeName: 'Troubled',
        weaknessName: 'Physical',
        cleared: false,
        figures: expect.arrayContaining([expect.objectContaining({ key: 'inspection', value: 54 })]),
      },
    ])
    expect((await loadProposals()).map((proposal) => proposal.propertyId)).not.toContain(2)
    expect(await loadList(11, 1)).toEqual([])
    expect(await loadList(11, 2)).toHaveLength(1)
  })

  test('the nightly job adds a property with three months below the threshold, once', async () => {
    await runNightlyJob('2026-11-11')
    expect((await loadList(11)).map((line) => [line.propertyId, line.weaknessName])).toEqual(
      expect.arrayContaining([[1, 'Occupancy']]),
    )
    await runNightlyJob('2026-11-12')
    expect(await loadList(11)).toHaveLength(2)
  })

  test('a month can be closed only if all entries have comments, and changed afterwards only if a manager reopens it', async () => {
    const reply = await ask('agency.write', 'POST', '/CloseMonth', november)
    expect(reply.status).toBe(422)
    expect(Object.keys((reply.body as { fields: object }).fields)).toHaveLength(2)
    for (const line of await loadList(11))
      expect(
        (
          await ask('agency.write', 'PUT', '', {
            watchListId: line.watchListId,
            version: line.version,
            comment: `Comment of ${line.propertyName}`,
          })
        ).status,
      ).toBe(200)
    expect((await ask('agency.write', 'POST', '/CloseMonth', november)).body).toBe(true)
    const [line] = await loadList(11)
    expect(
      (
        await ask('agency.write', 'PUT', '', {
          watchListId: line!.watchListId,
          version: line!.version,
          comment: 'Other',
        })
      ).status,
    ).toBe(409)
    expect((await ask('agency.write', 'POST', `/Remove/${line!.watchListId}`, { reason: 'x' })).status).toBe(
      409,
    )
    expect(
      (await ask('agency.write', 'POST', '/ReopenMonth', { ...november, reason: 'A typing error' })).status,
    ).toBe(403)
    expect(
      (await ask('agency.manager', 'POST', '/ReopenMonth', { ...november, reason: 'A typing error' })).body,
    ).toBe(true)
    expect((await ask('agency.write', 'POST', '/CloseMonth', november)).body).toBe(true)
  })

  test('CALL-WLS-10: a logged presentation stores its rows and can neither be changed nor removed', async () => {
    const log = await ask('agency.write', 'POST', '/LogReport', {
      ...november,
      presentedOn: '2026-12-04',
      note: 'Commission of December',
    })
    expect(log.body).toMatchObject({ entries: 2, presentedOn: '2026-12-04' })
    const id = (log.body as { watchListHistoryId: number }).watchListHistoryId
    const callHistory = (method: 'PUT' | 'DELETE' | 'POST', tail: string, body?: object) =>
      portal.ask('agency.admin', method, `/api/WatchListHistory${tail}`, body)
    expect(
      (await callHistory('PUT', '', { watchListHistoryId: id, note: 'Other' })).status,
    ).toBeGreaterThanOrEqual(400)
    expect((await callHistory('DELETE', `/${id}`)).status).toBeGreaterThanOrEqual(400)
    expect(
      (
        await callHistory('POST', '', {
          ...november,
          presentedOn: '2026-12-04',
          reportType: 0,
          includeHistory: false,
        })
      ).status,
    ).toBe(422)
    const changed = await portal.owner.query(
      `select polcmd from pg_policy where polrelid = 'watch_list_history'::regclass order by 1`,
    )
    expect(changed.rows.map((row) => row.polcmd)).toEqual(['a', 'r'])
    expect((await portal.ask('agency.read', 'GET', `/api/WatchListHistory/${id}`)).body).toMatchObject({
      note: 'Commission of December',
      content: [expect.anything(), expect.anything()],
    })
  })

  test('a new month copies the entries without comments, and marks a resyndicated property as removed', async () => {
    await portal.owner.query(
      `insert into resyndication (old_property_id, new_property_id, resyndication_type, resyndicated_date) values (2, 5, '9%', '2026-12-01')`,
    )
    await runNightlyJob('2026-12-01')
    const december = await loadList(12)
    expect(december.find((line) => line.propertyId === 1)).toMatchObject({
      statusId: 1,
      comment: null,
      previousComment: 'Comment of Maple Grove Apartments',
      weaknessName: 'Occupancy',
    })
    expect(december.find((line) => line.propertyId === 2)).toMatchObject({
      statusId: 2,
      removalReason: expect.stringContaining('resyndicated'),
    })
    await runNightlyJob('2026-12-02')
    expect(await loadList(12)).toHaveLength(2)
    expect((await ask('agency.write', 'POST', '/CopyForward', { year: 2026, month: 12 })).body).toEqual({
      copied: 0,
      left: 0,
    })
  })

  test('an entry is marked as cleared once its figures recover, and is removed with a reason', async () => {
    await portal.owner.query(
      `insert into project_occupancy (property_id, period_date, units, vacant_units, status_id, created_by) values (1, '2026-11-01', 48, 2, 2, 5)`,
    )
    const [line] = (await loadList(12)).filter(({ propertyId }) => propertyId === 1)
    expect(line).toMatchObject({ cleared: true })
    expect((await ask('agency.write', 'POST', `/Remove/${line!.watchListId}`, { reason: '' })).status).toBe(
      400,
    )
    expect(
      (await ask('agency.write', 'POST', `/Remove/${line!.watchListId}`, { reason: 'Above 85% again' })).body,
    ).toMatchObject({ statusId: 2, removalReason: 'Above 85% again' })
    const view = (await ask('agency.read', 'GET', `/GetWatchListViewModel/${line!.watchListId}`))
      .body as WatchView
    expect(view.earlier.map((item) => item.month)).toEqual([11])
    expect(view.history.length).toBeGreaterThan(1)
    expect(
      ((await ask('agency.read', 'GET', '/GetWatchlistHistory/1')).body as WatchLine[]).map(
        (item) => item.month,
      ),
    ).toEqual([12, 11])
  })

  test('CAL-29: the report of a month includes earlier months only if requested', async () => {
    const report = async (more = '') =>
      (await ask('agency.read', 'GET', `/GetWatchListReport?year=2026&month=11&reportType=0${more}`))
        .body as WatchReport
    expect(await report()).toMatchObject({ totals: { entries: 2, missingComments: 0 }, earlier: [] })
    expect((await report('&includeHistory=true')).rows).toHaveLength(2)
    const later = (
      await ask('agency.read', 'GET', '/GetWatchListReport?year=2026&month=12&includeHistory=true')
    ).body as WatchReport
    expect([later.rows.length, later.earlier.length]).toEqual([0, 2])
  })
})
