import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

describe('malformed bodies are refused', () => {
  const send = (payload: string, type = 'application/json') =>
    portal.app.inject({
      method: 'POST',
      url: '/api/users/authenticate',
      headers: { 'content-type': type },
      payload,
    })

  test.each([
    ['no JSON', '{"userName": '],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['a text', '"agency.admin"'],
    ['objects for texts', '{"userName": {"$ne": null}, "password": ["x"]}'],
    ['a polluted prototype', '{"__proto__": {"isAdmin": true}, "userName": "a", "password": "b"}'],
    ['a constructor', '{"constructor": {"prototype": {"isAdmin": true}}, "userName": "a", "password": "b"}'],
    ['a NUL byte', '{"userName": "agency\\u0000admin", "password": "x"}'],
    ['a lone surrogate', '{"userName": "\\ud800", "password": "x"}'],
  ])('%s is refused with 400 or 401 and causes no server error', async (_, payload) => {
    const reply = await send(payload)
    expect([400, 401]).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ message: expect.any(String), requestId: expect.any(String) })
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined()
  })

  test.each(['text/plain', 'application/xml', 'text/html', 'nonsense'])(
    'a body of type %s is refused',
    async (type) => {
      expect((await send('{"userName": "agency.admin"}', type)).statusCode).toBe(400)
    },
  )

  test('a body larger than the call allows is refused', async () => {
    const reply = await send(JSON.stringify({ userName: 'a', password: 'x'.repeat(1_100_000) }))
    expect([400, 413]).toContain(reply.statusCode)
    expect(reply.json()).toMatchObject({ message: 'What was sent is too large.' })
  })

  const injections = [
    "' or '1'='1",
    "agency.admin'--",
    "'; delete from app_user; --",
    '%',
    '_',
    '\\',
    '$1',
    '{{7*7}}',
  ]
  test.each(injections)(
    'the user name %s signs no one in, finds no one and changes nothing',
    async (userName) => {
      const people = await portal.owner.query('select * from app_user order by 1')
      expect(
        (await portal.ask('anonymous', 'POST', '/api/users/authenticate', { userName, password: userName }))
          .status,
      ).toBe(401)
      const reply = await portal.ask(
        'agency.admin',
        'GET',
        `/api/UserProfile?userName=${encodeURIComponent(userName)}`,
      )
      expect(reply.status).toBe(404)
      expect((await portal.owner.query('select * from app_user order by 1')).rows).toEqual(people.rows)
    },
  )

  test.each([
    '0',
    '-1',
    '1.5',
    '1e309',
    '2147483648',
    '99999999999999999999',
    'NaN',
    '%00',
    '1;select 1',
    '1 or 1=1',
    '٣',
  ])('%s as an id is refused or not found', async (id) => {
    expect([400, 404]).toContain(
      (await portal.ask('agency.admin', 'GET', `/api/ManagementCompany/${id}`)).status,
    )
  })

  test('a parameter that is sent twice is refused', async () => {
    expect((await portal.ask('agency.admin', 'GET', '/api/UserProfile?userName=a&userName=b')).status).toBe(
      400,
    )
  })

  test('a question mark within the query is part of a value', async () => {
    const reply = await portal.ask('agency.admin', 'GET', '/api/UserProfile?x=why?&userName=agency.read')
    expect(reply.body).toMatchObject({ userName: 'agency.read' })
  })
})
