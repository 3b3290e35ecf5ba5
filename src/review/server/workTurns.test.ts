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

const work = async (persona = 'agency.write') =>
  (await portal.ask(persona, 'GET', `${path}/GetOpen`)).body as { today: string; rows: WorkLine[] }
const getKey = ({ kind, id }: Pick<WorkLine, 'kind' | 'id'>) => `${kind} ${id}`

describe('who acts next', () => {
  const REVIEWER = 2
  test('what an analyst marked as reviewed waits for every manager but the one who reviewed it, and no more for the analyst', async () => {
    await portal.owner.query(
      `update replacement_reserve_request set reviewer_id = ${REVIEWER}, reviewed_by_id = ${REVIEWER}, reviewed = now() where status_id = 4`,
    )
    const reviewed = async (persona: string) =>
      (await work(persona)).rows.filter((row) => row.kind === 'reserve' && row.statusId === 4)
    const ofManager = await reviewed('agency.admin')
    expect(ofManager.length).toBeGreaterThan(0)
    expect(ofManager.every((row) => row.turn === 'manager' && row.mayApprove)).toBe(true)
    for (const persona of ['agency.write', 'agency.read'])
      expect(
        (await reviewed(persona)).some((row) => row.mayApprove),
        persona,
      ).toBe(false)
    await portal.owner.query(`update replacement_reserve_request set reviewed_by_id = 1 where status_id = 4`)
    expect((await reviewed('agency.admin')).some((row) => row.mayApprove)).toBe(false)
    await portal.owner.query(
      `update replacement_reserve_request set reviewed_by_id = null, reviewer_id = null where status_id = 4`,
    )
  })

  test('the list and the count that navigation and the line above the properties show agree for everybody', async () => {
    const counts: number[] = []
    for (const [persona, userId] of [
      ['agency.admin', 1],
      ['agency.write', 2],
      ['agency.read', 3],
      ['agency.second', 10],
    ] as const) {
      const { rows, today } = await work(persona)
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

  test('a promise that falls on a weekend or holiday is due on the next day the agency works, everywhere alike', async () => {
    portal.setNow(new Date('2026-11-10T18:00:00Z'))
    const { rows } = await work()
    const request = rows.find((row) => row.kind === 'reserve' && row.statusId === 2)!
    // Submitted Friday the 30th of October at noon in Missouri: thirty days later it is Sunday the 29th.
    await portal.owner.query(
      `update replacement_reserve_request set submitted = '2026-10-30T18:00:00Z', re_submitted = null where replacement_reserve_request_id = ${request.id}`,
    )
    const promised = async () => {
      const here = (await work()).rows.find((row) => getKey(row) === getKey(request))
      const queue = (await portal.ask('agency.read', 'GET', '/api/ReplacementReserve/GetQueue?open=true'))
        .body as {
        requestNumber: string
        promisedBy: string
      }[]
      return [here?.promisedBy, queue.find((item) => item.requestNumber === request.number)?.promisedBy]
    }
    expect(await promised()).toEqual(['2026-11-30', '2026-11-30'])
    await portal.owner.query(`insert into holiday (holiday_date, name) values ('2026-11-30', 'A day off')`)
    expect(await promised()).toEqual(['2026-12-01', '2026-12-01'])
    await portal.owner.query(`delete from holiday where holiday_date = '2026-11-30'`)
    portal.setNow(null)
  })
})
