import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from '#kernel/model/call.ts'
import { addDays, today } from '#kernel/model/dates.ts'
import type { Persona } from '#tests/fixture.ts'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => {
  portal.setNow(null)
  await portal.owner.query('delete from header_message; delete from task_message')
})

const ask = (persona: string, method: Method, url: string, body?: unknown): Promise<Reply> =>
  portal.ask(persona, method, url, body)
const faults = (reply: Reply) => Object.keys((reply.body as { fields: Record<string, string[]> }).fields)
const day = (days = 0) => addDays(today(), days)

describe('banners', () => {
  type Line = {
    messageId: number
    message: string
    dismissed?: boolean
    state?: string
    from: string
    to: string
  }
  const create = async (values: object) =>
    (await ask('agency.write', 'POST', '/HeaderMessage/CreateHeaderMessage', values)).body as Line
  const current = async (persona: string) =>
    (await ask(persona, 'GET', '/api/HeaderMessage/GetCurrentHeaderMessages')).body as Line[]

  test('CALL-MSG-06 CALL-MSG-07 C1 a banner is shown to everyone on its days, and its rich text is cleaned', async () => {
    const message =
      '<p onclick="x()">Office <b>closed</b><script>alert(1)</script> <a href="javascript:x()">here</a></p>'
    await create({ Message: message, From: day(-1), To: day(1) })
    await create({ message: 'Later', from: day(3), to: day(5) })
    const lines = await current('company.reader')
    expect(lines.map((line) => line.message)).toEqual(['<p>Office <strong>closed</strong> <a>here</a></p>'])
    expect(await current('agency.read')).toHaveLength(1)
    portal.setNow(new Date(Date.now() + 4 * 86_400_000))
    await portal.owner.query(`update session_token set expires_at = now() + interval '10 days'`)
    expect((await current('company.reader')).map((line) => line.message)).toEqual(['Later'])
  })

  test('a banner without text, or that ends before it begins, is refused with its field', async () => {
    const url = '/api/HeaderMessage/CreateHeaderMessage'
    expect(
      faults(await ask('agency.write', 'POST', url, { message: 'x', from: day(2), to: day(1) })),
    ).toEqual(['to'])
    const empty = await ask('agency.write', 'POST', url, { message: '<p>&nbsp;<script>x</script></p>' })
    expect(faults(empty)).toEqual(['message', 'from', 'to'])
    const { messageId } = await create({ message: 'x', from: day(), to: day(2) })
    const changed = await ask('agency.write', 'PUT', '/HeaderMessage/UpdateHeaderMessage', {
      messageId,
      to: day(-1),
    })
    expect([changed.status, faults(changed)]).toEqual([400, ['to']])
  })

  test('dismissing a banner hides it only for the caller, until the banner is changed', async () => {
    const { messageId } = await create({ message: 'First', from: day(), to: day() })
    expect(
      (await ask('company.reader', 'POST', `/HeaderMessage/DismissHeaderMessage/${messageId}`)).body,
    ).toBe(true)
    expect((await current('company.reader')).map((line) => line.dismissed)).toEqual([true])
    expect((await current('company.admin')).map((line) => line.dismissed)).toEqual([false])
    await ask('agency.write', 'PUT', '/api/HeaderMessage/UpdateHeaderMessage', {
      messageId,
      message: 'Second',
    })
    expect((await current('company.reader')).map((line) => [line.message, line.dismissed])).toEqual([
      ['Second', false],
    ])
    expect((await ask('company.reader', 'POST', '/api/HeaderMessage/DismissHeaderMessage/999')).status).toBe(
      404,
    )
  })

  test('CALL-MSG-08 CALL-MSG-09 CALL-MSG-10 CALL-MSG-11 banners are listed by state, cloned to later days, and removed', async () => {
    const { messageId } = await create({ message: 'Past', from: day(-9), to: day(-8) })
    await create({ message: 'Now', from: day(), to: day(2) })
    const list = async (query = '') =>
      (await ask('agency.read', 'GET', `/HeaderMessage/GetAllCurrentAndFutureHeaderMessages${query}`))
        .body as Line[]
    expect((await list()).map((line) => [line.message, line.state])).toEqual([['Now', 'Current']])
    expect((await list('?past=true')).map((line) => line.state)).toEqual(['Current', 'Past'])
    const copy = await ask('agency.write', 'POST', `/HeaderMessage/CloneHeaderMessage/${messageId}`)
    expect(copy.body).toMatchObject({ message: 'Past', from: day(1), to: day(2) })
    expect(
      (await ask('agency.write', 'DELETE', `/HeaderMessage/DeleteHeaderMessage/${messageId}`)).body,
    ).toBe(true)
    expect((await ask('agency.read', 'GET', `/HeaderMessage/GetHeaderMessage/${messageId}`)).status).toBe(404)
  })

  test.each<Persona>(['agency.read', 'company.admin'])('%s may not write a banner', async (persona) => {
    const reply = await ask(persona, 'POST', '/api/HeaderMessage', { message: 'x', from: day(), to: day() })
    expect(reply.status).toBe(403)
  })
})

describe('messages between people', () => {
  type Line = {
    taskMessageId: number
    message: string
    incoming: boolean
    readAt: string | null
    fromName: string
    propertyName: string
  }
  const send = (persona: string, values: object) =>
    ask(persona, 'POST', '/TaskMessage/CreateNewTaskMessage', { message: 'Please look', ...values })
  const list = async (persona: string, query = '') =>
    (await ask(persona, 'GET', `/TaskMessage/GetTaskMessages${query}`)).body as Line[]
  const unread = async (persona: string) =>
    (await ask(persona, 'GET', '/TaskMessage/GetUnreadTaskMessageCount')).body

  test('CALL-MSG-01 to CALL-MSG-05 a message about a property is sent, counted and read, and its writer sees when', async () => {
    const payload = {
      TaskId: 7,
      TaskName: 'Roof',
      URL: '#/ReplacementReserveList/1',
      ProjectId: 1,
      NotifyUserId: 5,
    }
    const reply = await send('agency.write', payload)
    expect(reply.body).toMatchObject({
      url: '/ReplacementReserveList/1',
      propertyId: 1,
      userId: 2,
      readAt: null,
    })
    expect([
      await unread('company.writer'),
      await unread('agency.write'),
      await unread('company.admin'),
    ]).toEqual([1, 0, 0])
    const [line] = await list('company.writer', '?projectId=1&taskId=7')
    expect(line).toMatchObject({
      incoming: true,
      fromName: 'Agency Write',
      propertyName: 'Maple Grove Apartments',
    })
    expect((await ask('company.writer', 'GET', '/TaskMessage/GetTaskMessageCount?taskId=8')).body).toBe(0)
    expect(
      (await ask('agency.write', 'POST', `/TaskMessage/ReadMessage/${line!.taskMessageId}`)).status,
    ).toBe(403)
    expect(
      (await ask('company.writer', 'POST', `/TaskMessage/ReadMessage/${line!.taskMessageId}`)).body,
    ).toBe(true)
    expect(await unread('company.writer')).toBe(0)
    expect((await list('agency.write'))[0]).toMatchObject({ incoming: false, readAt: expect.any(String) })
    expect((await ask('agency.write', 'GET', '/api/TaskMessage/GetTaskMessageCount?propertyId=1')).body).toBe(
      1,
    )
  })

  test('PER-12 no one else sees a message, not even administrators of the company or the agency', async () => {
    const { taskMessageId } = (await send('agency.write', { propertyId: 1, notifyUserId: 5 })).body as Line
    for (const persona of ['company.admin', 'company.reader', 'agency.admin', 'other.user']) {
      expect(await list(persona)).toEqual([])
      expect((await ask(persona, 'GET', `/TaskMessage/${taskMessageId}`)).status).toBe(404)
      expect((await ask(persona, 'POST', `/TaskMessage/ReadMessage/${taskMessageId}`)).status).toBe(404)
      expect((await ask(persona, 'DELETE', `/api/TaskMessage/${taskMessageId}`)).status).toBe(404)
    }
  })

  test('a company’s user may write only to colleagues and agency analysts who may see the property', async () => {
    const to = async (persona: string, notifyUserId: number, propertyId = 1) =>
      (await send(persona, { propertyId, notifyUserId })).status
    expect([
      await to('company.writer', 2),
      await to('company.writer', 4),
      await to('company.writer', 6),
    ]).toEqual([200, 200, 200])
    // These are another company, an agency reader, the caller, no one, and a colleague without property B.
    for (const stranger of [7, 3, 5, 999]) expect(await to('company.writer', stranger)).toBe(400)
    expect(await to('company.writer', 6, 2)).toBe(400)
    expect(await to('company.writer', 2, 4)).toBe(404)
    expect([
      await to('agency.write', 7, 4),
      await to('agency.write', 7, 1),
      await to('agency.write', 7, 0),
    ]).toEqual([200, 400, 200])
    expect(await to('company.writer', 7, 0)).toBe(400)
    expect(await to('agency.read', 2)).toBe(403)
    const people = async (persona: string, propertyId: number) =>
      (
        (await ask(persona, 'GET', `/api/TaskMessage/GetRecipients?propertyId=${propertyId}`)).body as {
          userId: number
        }[]
      )
        .map((item) => item.userId)
        .sort((a, b) => a - b)
    expect(await people('company.writer', 1)).toEqual([1, 2, 4, 6, 9, 10])
    expect(await people('other.user', 0)).toEqual([1, 2, 8, 9, 10])
  })

  test('a user who may no longer see the property no longer sees messages about it', async () => {
    await send('agency.write', { propertyId: 2, notifyUserId: 5 })
    expect(await unread('company.writer')).toBe(1)
    await portal.owner.query('delete from user_property where user_id = 5 and property_id = 2')
    const removed = await portal.owner.query(
      'delete from permission where user_id = 5 and property_id = 2 returning *',
    )
    expect([await unread('company.writer'), await list('company.writer')]).toEqual([0, []])
    await portal.owner.query('insert into user_property (user_id, property_id) values (5, 2)')
    for (const row of removed.rows)
      await portal.owner.query(
        'insert into permission (user_id, property_id, key, read, write) values (5, 2, $1, $2, $3)',
        [row.key, row.read, row.write],
      )
  })

  test('a link out of the portal is refused with its field', async () => {
    for (const url of [
      'https://evil.example/',
      '//evil.example',
      'javascript:alert(1)',
      '/\\evil.example',
      'Projects',
    ])
      expect(faults(await send('agency.write', { notifyUserId: 5, url }))).toEqual(['url'])
    expect(faults(await send('agency.write', { message: '  ' }))).toEqual(['message', 'notifyUserId'])
  })

  test('a message that was read cannot be changed or withdrawn', async () => {
    const { taskMessageId } = (await send('agency.write', { notifyUserId: 5 })).body as Line
    const mended = await ask('agency.write', 'PUT', '/api/TaskMessage', { taskMessageId, message: 'Mended' })
    expect(mended.body).toMatchObject({ message: 'Mended', notifyUserId: 5 })
    expect(
      (await ask('company.writer', 'PUT', '/api/TaskMessage', { taskMessageId, message: 'No' })).status,
    ).toBe(403)
    await ask('company.writer', 'POST', `/TaskMessage/ReadMessage/${taskMessageId}`)
    expect(
      (await ask('agency.write', 'PUT', '/api/TaskMessage', { taskMessageId, message: 'Late' })).status,
    ).toBe(422)
    expect((await ask('agency.write', 'DELETE', `/api/TaskMessage/${taskMessageId}`)).status).toBe(422)
  })
})
