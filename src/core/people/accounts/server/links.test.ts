import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { createPeopleClient, detail, getFields, getMessage, readToken } from '#tests/newcomers.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { createFirstLink, createPrintedLink } from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from outbox; delete from account_mail'))

const { register, edit, get, mails } = createPeopleClient(() => portal)
const forget = (userName: string) => get('anonymous', `/api/users/ForgotPassword?userName=${userName}`)
const isLinkUsable = async (userName: string, token: string) =>
  (await portal.ask('anonymous', 'POST', '/api/users/ValidatePasswordResetToken', { userName, token })).body
const choose = (userName: string, token: string, password: string) =>
  portal.ask('anonymous', 'POST', '/api/users/ResetPassword', {
    userName,
    token,
    password,
    confirmPassword: password,
  })
const lastToken = async () => readToken((await mails()).at(-1)!.body_text)

test('only one of eight concurrent uses of a link sets the password', async () => {
  await forget('company.reader')
  const token = await lastToken()
  const passwords = Array.from({ length: 8 }, (_, number) => `quiet otters number ${number}`)
  const replies = await Promise.all(passwords.map((password) => choose('company.reader', token, password)))
  expect(replies.map((reply) => reply.status).sort()).toEqual([200, 422, 422, 422, 422, 422, 422, 422])
  const selected = passwords[replies.findIndex((reply) => reply.status === 200)]!
  const signIn = (password: string) =>
    portal.ask('anonymous', 'POST', '/api/users/authenticate', { userName: 'company.reader', password })
  expect((await signIn(selected)).status).toBe(200)
  // The mail goes to the address on record.
  expect((await mails()).at(-1)).toMatchObject({
    event: 'account.password',
    recipients: [{ email: 'company.reader@one.example' }],
  })
})

test('a refused password does not use up the link, but a newer link or a password change ends it', async () => {
  await forget('other.user')
  const first = await lastToken()
  expect(getFields(await choose('other.user', first, 'Password1234!'))).toEqual(['password'])
  expect(await isLinkUsable('other.user', first)).toBe(true)
  await forget('other.user')
  const second = await lastToken()
  expect([await isLinkUsable('other.user', first), await isLinkUsable('other.user', second)]).toEqual([
    false,
    true,
  ])
  await portal.ask('anonymous', 'POST', '/api/Account/UpdatePassword', {
    userName: 'other.user',
    currentPassword: PASSWORD,
    newPassword: 'eleven green herons',
  })
  expect(await isLinkUsable('other.user', second)).toBe(false)
})

test('a password reset that a stranger requests does not end a pending invitation', async () => {
  const { userName } = detail(await register('agency.admin', { managementCompanyId: 1 }))
  const invitation = await lastToken()
  await forget(userName)
  expect(await isLinkUsable(userName, invitation)).toBe(true)
  expect((await choose(userName, await lastToken(), 'eleven green herons')).status).toBe(200)
  expect(await isLinkUsable(userName, invitation)).toBe(false)
})

test('at most three mails an hour go to one name, in parallel or in turn, and the answer is always the same', async () => {
  const replies = await Promise.all(Array.from({ length: 8 }, () => forget('Company.Writer')))
  expect(new Set(replies.map((reply) => reply.body))).toEqual(new Set([true]))
  expect(await mails()).toHaveLength(3)
  await portal.owner.query(`update account_mail set asked_at = asked_at - interval '1 hour'`)
  await forget('company.writer')
  expect(await mails()).toHaveLength(4)
  for (let number = 0; number < 5; number += 1)
    await get('anonymous', '/api/Account/ForgotUserName?email=Company.Writer@one.example')
  expect(await mails()).toHaveLength(7)
  const { userName } = detail(await register('agency.admin', { managementCompanyId: 1 }))
  const resendInvite = () => get('agency.admin', `/api/users/ResendInvite?userName=${userName}`)
  expect([
    (await resendInvite()).status,
    (await resendInvite()).status,
    (await resendInvite()).status,
  ]).toEqual([200, 200, 429])
})

test('a known and an unknown name run the same statements, and an unknown name creates no mail', async () => {
  const calls = vi.spyOn(pg.Client.prototype, 'query')
  const loadStatements = async (url: string) => {
    calls.mockClear()
    await get('anonymous', url)
    return calls.mock.calls.map(([argument]) =>
      (typeof argument === 'string' ? argument : (argument as { text: string }).text).replace(
        /^(release|rollback to)/,
        'end',
      ),
    )
  }
  for (const [knownUrl, unknownUrl] of [
    ['/api/users/ForgotPassword?userName=agency.read', '/api/users/ForgotPassword?userName=nobody.there'],
    [
      '/api/Account/ForgotUserName?email=agency.read@agency.example',
      '/api/Account/ForgotUserName?email=nobody@x.example',
    ],
  ] as const) {
    await get('anonymous', knownUrl)
    const before = await mails()
    const expected = await loadStatements(knownUrl)
    expect(expected.length).toBeGreaterThan(6)
    expect(await loadStatements(unknownUrl)).toEqual(expected)
    expect(await mails()).toHaveLength(before.length + 1)
  }
  calls.mockRestore()
})

test('people change their own address only with their password, and the old address is notified', async () => {
  const change = (more: object) => edit('company.admin', 4, { email: 'elsewhere@one.example', ...more })
  expect(getMessage(await change({}))).toBe('Type your password to change your e-mail address.')
  expect(getFields(await change({ currentPassword: 'wrong' }))).toEqual(['currentPassword'])
  const generic = { userId: 1, email: 'elsewhere@agency.example' }
  expect(getFields(await portal.ask('agency.admin', 'PUT', '/api/users', generic))).toEqual([
    'currentPassword',
  ])
  const failed = await portal.owner.query(
    `select 1 from login_attempt where user_name = 'company.admin' and not succeeded`,
  )
  expect(failed.rowCount).toBe(1)
  expect(await mails()).toEqual([])
  expect((await change({ currentPassword: PASSWORD })).body).toMatchObject({ email: 'elsewhere@one.example' })
  expect((await edit('agency.admin', 5, { email: 'new@one.example' })).status).toBe(200)
  expect((await edit('agency.admin', 5, { phone: '573-555-0102' })).status).toBe(200)
  expect((await mails()).map(({ event, recipients }) => [event, recipients[0]?.email])).toEqual([
    ['account.address', 'company.admin@one.example'],
    ['account.address', 'company.writer@one.example'],
  ])
})

test('a link made on the server opens an account once, and the first administrator gets one only until a password exists', async () => {
  const { userName, link, hours } = await createPrintedLink(
    portal.owner,
    'https://portal.example',
    'AGENCY.write',
  )
  expect(link).toMatch(/^https:\/\/portal\.example\/#\/resetPassword\?userName=agency\.write&token=/)
  expect([userName, hours]).toEqual(['agency.write', 2])
  await expect(createPrintedLink(portal.owner, '', 'nobody.there')).rejects.toThrow(
    'There is no active account nobody.there.',
  )
  expect((await choose(userName, readToken(link), 'eleven green herons')).status).toBe(200)
  expect(await createFirstLink(portal.owner, '')).toBeNull()
  await portal.owner.query('delete from user_secret')
  const earlier = await createFirstLink(portal.owner, '')
  expect(await createFirstLink(portal.owner, '')).toBe('made before')
  const { link: later } = await createPrintedLink(portal.owner, '')
  expect(await isLinkUsable('agency.admin', readToken(earlier!))).toBe(false)
  await forget('agency.admin')
  expect((await choose('agency.admin', readToken(later), 'eleven green herons')).status).toBe(200)
})
