import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { ToDoLine } from '../model/shapes.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

test('a returned reserve request is a to-do of company users who may write it, a submitted one of the agency', async () => {
  await portal.owner.query(
    `insert into replacement_reserve_request (property_id, reserve_account_id, description, status_id, submitted, created_by)
      values (1, 1, 'Roof', 1, now(), 5), (1, 1, 'Doors', 2, now(), 5), (1, 1, 'Paint', 4, now(), 5)`,
  )
  const kinds = async (persona: string) =>
    ((await portal.ask(persona, 'GET', '/api/tasks/GetToDo')).body as ToDoLine[])
      .map((line) => line.kind)
      .filter((kind) => kind.startsWith('reserve'))
  expect(await kinds('company.writer')).toEqual(['reserve.returned'])
  for (const persona of ['company.reader', 'other.user']) expect(await kinds(persona)).toEqual([])
  expect(await kinds('agency.write')).toEqual(['reserve.review'])
  expect((await kinds('agency.manager')).sort()).toEqual(['reserve.approval', 'reserve.review'])
  await portal.owner.query(`delete from permission where user_id = 6 and key = 'Replacement_Reserve'`)
  expect(await kinds('company.reader')).toEqual([])
})
