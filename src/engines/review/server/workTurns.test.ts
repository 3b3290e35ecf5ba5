import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedMore, seedRecords } from '#tests/matrix/records.ts'
import { spreadOverStatuses } from '#tests/matrix/spread.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { computeReviewSum, isMine, type WorkLine } from '../model/work.ts'

const path = '/api/Work'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await seedRecords(portal)
  await seedMore(portal, 3)
  await spreadOverStatuses(portal)
})
afterAll(() => portal.close())

const loadWork = async (persona = 'agency.write') =>
  (await portal.ask(persona, 'GET', `${path}/GetOpen`)).body as { today: string; rows: WorkLine[] }
const getKey = ({ kind, id }: Pick<WorkLine, 'kind' | 'id'>) => `${kind} ${id}`

describe('who acts next', () => {
  const REVIEWER = 2
  test('a reviewed record waits for any manager except its reviewer, and no longer for the analyst', async () => {
    await portal.owner.query(
      `update replacement_reserve_request set reviewer_id = ${REVIEWER}, reviewed_by_id = ${REVIEWER}, reviewed = now() where status_id = 4`,
    )
    const loadReviewed = async (persona: string) =>
      (await loadWork(persona)).rows.filter((row) => row.kind === 'reserve' && row.statusId === 4)
    const managerRows = await loadReviewed('agency.admin')
    expect(managerRows.length).toBeGreaterThan(0)
    expect(managerRows.every((row) => row.turn === 'manager' && row.mayApprove)).toBe(true)
    for (const persona of ['agency.write', 'agency.read'])
      expect(
        (await loadReviewed(persona)).some((row) => row.mayApprove),
        persona,
      ).toBe(false)
    await portal.owner.query(`update replacement_reserve_request set reviewed_by_id = 1 where status_id = 4`)
    expect((await loadReviewed('agency.admin')).some((row) => row.mayApprove)).toBe(false)
    await portal.owner.query(
      `update replacement_reserve_request set reviewed_by_id = null, reviewer_id = null where status_id = 4`,
    )
  })

  test('the count in the navigation agrees with the work list for every person', async () => {
    const counts: number[] = []
    for (const [persona, userId] of [
      ['agency.admin', 1],
      ['agency.write', 2],
      ['agency.read', 3],
      ['agency.second', 10],
    ] as const) {
      const { rows, today } = await loadWork(persona)
      const mine = rows.filter((row) => isMine(row, userId, new Set()))
      const { body } = await portal.ask(persona, 'GET', `${path}/GetCount`)
      const toApprove = mine.filter((row) => row.mayApprove)
      expect(body, persona).toEqual({
        mine: mine.length,
        late: mine.filter((row) => row.promisedBy !== null && row.promisedBy < today).length,
        toApprove: toApprove.length,
        amount: computeReviewSum(toApprove),
      })
      counts.push(mine.length)
    }
    expect(Math.max(...counts)).toBeGreaterThan(0)
  })

  test('a promised day on a weekend or holiday moves to the next working day, in the work list and in the queue', async () => {
    portal.setNow(new Date('2026-11-10T18:00:00Z'))
    const { rows } = await loadWork()
    const request = rows.find((row) => row.kind === 'reserve' && row.statusId === 2)!
    // It is submitted on Friday, October 30. Thirty days later is Sunday, November 29.
    await portal.owner.query(
      `update replacement_reserve_request set submitted = '2026-10-30T18:00:00Z', re_submitted = null where replacement_reserve_request_id = ${request.id}`,
    )
    const loadPromisedDays = async () => {
      const here = (await loadWork()).rows.find((row) => getKey(row) === getKey(request))
      const queue = (await portal.ask('agency.read', 'GET', '/api/ReplacementReserve/GetQueue?open=true'))
        .body as {
        requestNumber: string
        promisedBy: string
      }[]
      return [here?.promisedBy, queue.find((item) => item.requestNumber === request.number)?.promisedBy]
    }
    expect(await loadPromisedDays()).toEqual(['2026-11-30', '2026-11-30'])
    await portal.owner.query(`insert into holiday (holiday_date, name) values ('2026-11-30', 'A day off')`)
    expect(await loadPromisedDays()).toEqual(['2026-12-01', '2026-12-01'])
    await portal.owner.query(`delete from holiday where holiday_date = '2026-11-30'`)
    portal.setNow(null)
  })
})
