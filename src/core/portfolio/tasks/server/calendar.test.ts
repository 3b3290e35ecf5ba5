import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal

beforeAll(async () => {
  portal = await openPortal({ LOG_LEVEL: 'info' })
  portal.setNow(new Date('2026-03-20T15:00:00Z'))
  await portal.owner.query(`insert into permission (user_id, property_id, key, read, write) values (5, 1, 'AFS', true, true);
    insert into task_schedule (task_schedule_id, property_id, task_type_id, frequency, start_year) values (1, 1, 1, 2, 2025);
    insert into task_instance (property_id, task_schedule_id, task_type_id, period_start, period_end, window_open, original_due_date, due_date)
      values (1, 1, 1, '2025-01-01', '2025-12-31', '2026-01-01', '2026-03-31', '2026-03-31')`)
})
afterAll(() => portal.close())

describe('the calendar', () => {
  const create = async (persona: string) =>
    ((await portal.ask(persona, 'POST', '/api/tasks/CreateCalendarFeed')).body as { address: string }).address
  const read = (address: string) => portal.ask('anonymous', 'GET', new URL(address).pathname)

  test('a person’s own address answers the due dates of visible properties as iCalendar without signing in', async () => {
    const reply = await read(await create('company.writer'))
    expect(reply.status).toBe(200)
    expect(reply.headers['content-type']).toContain('text/calendar')
    const text = String(reply.body).replaceAll('\r\n ', '')
    expect(text).toContain('SUMMARY:AFS\\, 2025: Maple Grove Apartments')
    expect(text).toContain('DTSTART;VALUE=DATE:20260331')
    expect(text).toContain('DTEND;VALUE=DATE:20260401')
    const entries = text.split('BEGIN:VEVENT').slice(1)
    const maple = entries.find((entry) => entry.includes('SUMMARY:AFS\\, 2025: Maple'))
    expect(maple).toMatch(/^URL;VALUE=URI:http.*\/#\/todolist\/property\/1\r?$/m)
    expect(entries.filter((entry) => !/^TRANSP:TRANSPARENT\r?$/m.test(entry))).toEqual([])
    expect(String((await read(await create('other.user'))).body)).not.toContain('Maple')
    expect(String((await read(await create('agency.read'))).body)).toContain('Maple')
  })

  test('a replaced, removed or guessed address, and that of an inactive user, are not found', async () => {
    const first = await create('company.writer')
    const second = await create('company.writer')
    expect((await read(first)).status).toBe(404)
    expect((await read(`${second}x`)).status).toBe(404)
    expect((await read(second)).status).toBe(200)
    await portal.owner.query(`update app_user set active = false where user_name = 'company.writer'`)
    expect((await read(second)).status).toBe(404)
    await portal.owner.query(`update app_user set active = true where user_name = 'company.writer'`)
    expect((await read(second)).status).toBe(404)
    const third = await create('company.writer')
    expect((await portal.ask('company.writer', 'POST', '/api/tasks/RemoveCalendarFeed')).body).toBe(true)
    expect((await read(third)).status).toBe(404)
    expect((await portal.ask('company.writer', 'GET', '/api/tasks/GetCalendarFeed')).body).toBeNull()
    const result = await portal.owner.query('select token_hash::text from calendar_feed')
    expect(JSON.stringify(result.rows)).not.toContain(second.split('/').at(-1))
  })

  test('no log line contains the address', async () => {
    const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
    try {
      const address = await create('company.writer')
      await read(address)
      await portal.ask('anonymous', 'GET', `/api/tasks/Calendar/${'x'.repeat(43)}/unknown?name=Maple`)
      const lines = () => written.mock.calls.join('')
      await vi.waitFor(() => expect(lines()).toContain('"status":404'), { timeout: 5000 })
      expect(lines()).toContain('/api/tasks/Calendar/:token')
      expect(lines()).not.toContain(address.split('/').at(-1))
      expect(lines()).not.toMatch(/xxx|Maple/)
    } finally {
      written.mockRestore()
    }
  })

  test.each([
    ['a role', 'agency.second', 'update user_role set role_id = 2 where user_id = 10'],
    ['all roles', 'agency.read', 'delete from user_role where user_id = 3'],
    ['a right of the account', 'agency.manager', 'update app_user set is_manager = false where user_id = 9'],
    [
      'being an inspector',
      'agency.write',
      'update compliance_inspector set active = false where user_id = 2',
    ],
    ['a company', 'former.user', 'delete from management_company_user where user_id = 11'],
  ])('6.4 losing %s ends a calendar address permanently', async (_, persona, revokeStatement) => {
    await portal.owner.query(`insert into compliance_inspector (user_id) values (2) on conflict do nothing`)
    const address = await create(persona)
    expect((await read(address)).status).toBe(200)
    await portal.owner.query(revokeStatement)
    expect((await read(address)).status).toBe(404)
  })

  test('a new password ends the address', async () => {
    const address = await create('other.user')
    const changed = await portal.ask('anonymous', 'POST', '/api/Account/UpdatePassword', {
      userName: 'other.user',
      currentPassword: PASSWORD,
      newPassword: 'tulips grow on the roof',
    })
    expect(changed.status).toBe(200)
    expect((await read(address)).status).toBe(404)
    expect((await portal.owner.query('select 1 from calendar_feed where user_id = 7')).rowCount).toBe(0)
  })
})
