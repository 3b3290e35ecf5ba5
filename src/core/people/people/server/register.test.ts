import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { createPeopleClient, detail, getFields, getNames, readToken } from '#tests/newcomers.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import type { UserLine } from '../model/entities.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from outbox'))

const { newcomer, lastName, register, edit, get, mails, hasAccount } = createPeopleClient(() => portal)

describe('register', () => {
  test('CALL-USR-01 a registration creates an invited account and mails a link, never a password', async () => {
    const reply = await register('agency.admin', { managementCompanyId: 1, phone: '573-555-0101' })
    expect(reply.status).toBe(200)
    expect(reply.body).toMatchObject({
      roleId: 3,
      managementCompanyId: 1,
      active: true,
      status: 2,
      mayManage: true,
    })
    expect(detail(reply).invitedUntil).not.toBeNull()
    const [mail] = await mails()
    expect(mail?.recipients).toMatchObject([{ email: detail(reply).email }])
    expect(mail?.body_text).toContain(detail(reply).userName)
    expect(mail?.body_text.toLowerCase()).not.toMatch(/password (is|:)/)
  })

  test('a registration accepts the payload spelled as in the specification', async () => {
    const body = {
      Email: 'seed@agency.example',
      FirstName: 'Seed',
      LastName: 'Spelling',
      Phone: '816-555-0100',
      role: 1,
      userName: 'seed.spelling',
      isInspector: true,
      kcSl: 'KC',
    }
    const reply = await portal.ask('agency.admin', 'POST', '/api/users/Register', body)
    expect(reply.body).toMatchObject({
      email: 'seed@agency.example',
      roleId: 1,
      isInspector: true,
      kcSl: 'KC',
    })
  })

  test('the link works once and for a week, and a second invitation ends the first', async () => {
    const { userName } = detail(await register('agency.admin', { managementCompanyId: 1 }))
    const first = readToken((await mails())[0]!.body_text)
    expect(
      (await get('agency.admin', `/api/users/ResendInvite?userName=${userName.toUpperCase()}`)).body,
    ).toBe(true)
    const second = readToken((await mails())[1]!.body_text)
    const choosePassword = (token: string) =>
      portal.ask('anonymous', 'POST', '/api/users/ResetPassword', {
        userName,
        token,
        password: 'seven quiet otters',
        confirmPassword: 'seven quiet otters',
      })
    expect((await choosePassword(first)).status).toBe(422)
    portal.setNow(new Date(Date.now() + 8 * 86_400_000))
    expect((await choosePassword(second)).status).toBe(422)
    portal.setNow(null)
    expect((await choosePassword(second)).status).toBe(200)
    expect((await choosePassword(second)).status).toBe(422)
    expect((await get('agency.admin', `/api/users/GetByUserName/${userName}`)).body).toMatchObject({
      status: 1,
    })
  })

  test('TRUST-4.6 a new person can start with the properties and permissions of a colleague, within the same company only', async () => {
    const loadState = async (userId: number) => ({
      permissions: (
        await portal.owner.query(
          'select property_id, key, read, write from permission where user_id = $1 order by 1, 2',
          [userId],
        )
      ).rows,
      properties: (
        await portal.owner.query('select property_id from user_property where user_id = $1 order by 1', [
          userId,
        ])
      ).rows,
    })
    const before = await loadState(5)
    expect(before.permissions.length).toBeGreaterThan(0)
    const { userId } = detail(await register('company.admin', { rightsAsOf: 5 }))
    expect(await loadState(userId)).toEqual(before)
    const stranger = await register('company.admin', { rightsAsOf: 7 })
    expect([403, 404]).toContain(stranger.status)
    expect(await hasAccount(lastName())).toBe(false)
    const elsewhere = detail(await register('agency.admin', { managementCompanyId: 3, rightsAsOf: 5 }))
    expect(await loadState(elsewhere.userId)).toEqual({ permissions: [], properties: [] })
  })

  const bad: [string, object, string[]][] = [
    ['a user name that is taken in another letter case', { userName: 'COMPANY.writer' }, ['userName']],
    ['a user name with a space', { userName: 'two words' }, ['userName']],
    ['a name of spaces', { firstName: '  ' }, ['firstName']],
    ['names too long', { firstName: 'x'.repeat(101), userName: 'y'.repeat(101) }, ['userName', 'firstName']],
    ['two people in one address', { email: 'one@x.example; two@x.example' }, ['email']],
    ['two people before one address', { email: 'jo&sam@x.example' }, ['email']],
    ['the address of somebody else', { email: 'Company.Writer@one.example' }, ['email']],
    ['an unknown company', { managementCompanyId: 4711 }, ['managementCompanyId']],
    ['an unknown role', { role: 9 }, ['role']],
    ['an agency role in a company', { role: 1, managementCompanyId: 1 }, ['managementCompanyId']],
    ['a primary user without a company', { role: 4 }, ['managementCompanyId']],
    ['an administrator who only reads', { role: 2, isAdmin: true }, ['isAdmin']],
    [
      'agency flags on a company’s person',
      { isManager: true, isInspector: true, kcSl: 'KC' },
      ['isManager', 'isInspector', 'kcSl'],
    ],
  ]
  test.each(bad)('%s is refused at its field, and nothing is stored', async (_, more, expected) => {
    const reply = await register('agency.admin', more)
    expect(reply.status).toBe(400)
    expect(getFields(reply)).toEqual(expected)
    expect(await hasAccount(lastName())).toBe(false)
    expect(await mails()).toEqual([])
  })

  test('of concurrent registrations of one name only one succeeds, and the others get the fault at the field', async () => {
    const body = newcomer({ managementCompanyId: 1 })
    const replies = await Promise.all(
      [1, 2, 3].map((n) =>
        portal.ask('agency.admin', 'POST', '/api/users/Register', {
          ...body,
          email: `racer${n}@one.example`,
        }),
      ),
    )
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 400, 400])
    expect(getFields(replies.find((reply) => reply.status === 400)!)).toEqual(['userName'])
  })
})

describe('names', () => {
  test('CALL-USR-04 CALL-USR-12 a name is taken in any letter case, but not for its own person', async () => {
    expect((await get('agency.admin', '/api/users/IsUserNameTaken/Company.WRITER')).body).toBe(true)
    expect((await get('company.admin', '/api/users/IsUserNameTaken/nobody.there')).body).toBe(false)
    const checkName = (userId: number) =>
      portal.ask('agency.admin', 'POST', '/api/users/IsUserNameTakenByUser', {
        userName: 'COMPANY.writer',
        userId,
      })
    expect((await checkName(5)).body).toBe(false)
    expect((await checkName(6)).body).toBe(true)
  })

  test('CALL-USR-05 the call finds a person by name only if the caller may see them', async () => {
    const reply = await get('company.admin', '/api/users/GetByUserName/COMPANY.WRITER')
    expect(reply.body).toMatchObject({ userId: 5, roleId: 3, propertyCount: 2 })
    expect((await get('company.admin', '/api/users/GetByUserName/other.user')).status).toBe(404)
    expect((await get('company.writer', '/api/users/GetByUserName/company.reader')).status).toBe(403)
  })
})

describe('lists', () => {
  test("CALL-USR-03 CALL-USR-07 the agency lists all people, and the agency's people separately", async () => {
    const all = getNames(await get('agency.read', '/api/users/GetAll'))
    expect(all).toEqual(expect.arrayContaining(['agency.admin', 'company.reader', 'other.user']))
    const payload = (await get('agency.read', '/api/users/GetAllMHDCUsers')).body as UserLine[]
    expect(payload.every((item) => item.roleId === 1 || item.roleId === 2)).toBe(true)
    expect(payload.map((item) => item.userName)).toContain('agency.read')
  })

  test('CALL-USR-06 CALL-USR-09 CALL-USR-10 a primary user lists only their own company, and other users get no list', async () => {
    const names = getNames(await get('company.admin', '/api/users/GetMcUsers'))
    expect(names).toEqual(expect.arrayContaining(['company.admin', 'company.writer', 'company.reader']))
    expect(names).not.toContain('other.user')
    expect(getNames(await get('company.admin', '/api/users/GetAllMcUsers/1')).sort()).toEqual(
      [...names].sort(),
    )
    expect((await get('company.admin', '/api/users/GetAllMcUsers/2')).status).toBe(404)
    expect(getNames(await get('agency.read', '/api/users/GetAllMcUsers/2')).sort()).toEqual([
      'global.admin',
      'other.user',
    ])
    expect(getNames(await get('company.admin', '/api/users/GetMCUsersByStatus/0'))).toEqual([])
    expect(getNames(await get('company.admin', '/api/users/GetMCUsersByStatus/1'))).toContain(
      'company.reader',
    )
    for (const url of [
      'GetMcUsers',
      'GetAllMcUsers/1',
      'GetMCUsersByStatus/1',
      'GetAll',
      'GetHistory/6',
      'GetSignIns/6',
    ])
      expect((await get('company.writer', `/api/users/${url}`)).status).toBe(403)
  })

  test('CALL-USR-02 people read their own details, and strangers are not found', async () => {
    expect((await get('company.writer', '/api/users/GetUserInfo')).body).toMatchObject({
      userId: 5,
      properties: [{ propertyId: 2 }, { propertyId: 1 }],
      mayManage: false,
    })
    expect((await get('company.writer', '/api/users/GetUserInfo?userId=6')).status).toBe(404)
    expect((await get('company.admin', '/api/users/GetUserInfo?userId=7')).status).toBe(404)
    expect((await get('company.admin', '/api/users/GetUserInfo?userId=6')).body).toMatchObject({
      mayManage: true,
    })
    expect((await get('agency.read', '/api/users/GetUserInfo?userId=6')).body).toMatchObject({
      mayManage: false,
    })
  })

  test('CALL-USR-08 CALL-USR-11 the calls list visible owner-managed properties and administrators to contact', async () => {
    expect((await get('agency.read', '/api/users/GetOwnerManagedProjectsByUser')).body).toMatchObject([
      { propertyId: 3 },
    ])
    expect((await get('company.writer', '/api/users/GetOwnerManagedProjectsByUser')).body).toEqual([])
    expect((await get('company.writer', '/api/users/GetSystemAdmin/0')).body).toMatchObject([{ userId: 1 }])
    expect((await get('company.writer', '/api/users/GetSystemAdmin/2')).body).toEqual([])
  })
})

describe('a company’s primary user', () => {
  test('PER-04 a primary user registers only people of their company, without any rights of the agency', async () => {
    const ownReply = await register('company.admin', { role: 4 })
    expect(ownReply.body).toMatchObject({ managementCompanyId: 1, roleId: 4 })
    const refusedPayloads: [object, string[]][] = [
      [{ managementCompanyId: 2 }, ['managementCompanyId']],
      [{ role: 1 }, ['managementCompanyId', 'role']],
      [{ isAdmin: true }, ['isAdmin']],
      [{ isInspector: true, kcSl: 'SL' }, ['isInspector', 'kcSl']],
    ]
    for (const [more, expected] of refusedPayloads) {
      const reply = await register('company.admin', more)
      expect(reply.status).toBe(400)
      expect(getFields(reply)).toEqual(expected)
    }
    expect((await edit('company.admin', 7, { firstName: 'Changed' })).status).toBe(404)
    expect((await edit('company.admin', 2, { firstName: 'Changed' })).status).toBe(404)
    expect((await portal.ask('company.admin', 'DELETE', '/api/users/DeleteUser/6')).status).toBe(403)
    expect((await register('company.writer')).status).toBe(403)
    expect((await register('agency.write')).status).toBe(403)
    expect((await register('agency.read')).status).toBe(403)
  })

  test('a primary user cannot make or remove a company administrator, nor take over the address of one', async () => {
    const primary = detail(await register('agency.admin', { managementCompanyId: 1, role: 4 }))
    const token = readToken((await mails()).at(-1)!.body_text)
    await portal.ask('anonymous', 'POST', '/api/users/ResetPassword', {
      userName: primary.userName,
      token,
      password: PASSWORD,
      confirmPassword: PASSWORD,
    })
    expect(getFields(await edit(primary.userName, 6, { isMcAdmin: true }))).toEqual(['isMcAdmin'])
    expect(getFields(await edit(primary.userName, 5, { email: 'mine@one.example' }))).toEqual(['email'])
    expect((await edit(primary.userName, 5, { phone: '573-555-0102' })).status).toBe(200)
    expect((await portal.ask(primary.userName, 'DELETE', '/api/users/RemoveUserFromUserList/4')).status).toBe(
      422,
    )
    expect((await edit('company.admin', primary.userId, { isMcAdmin: true })).body).toMatchObject({
      isMcAdmin: true,
    })
    // Now both are company administrators, and neither may change the name or the rights of the other.
    const peer = primary.userName
    for (const payload of [
      { firstName: 'Renamed' },
      { userName: 'renamed' },
      { isMcAdmin: false },
      { role: 3 },
      { active: false },
    ])
      for (const [persona, other] of [
        [peer, 4],
        ['company.admin', primary.userId],
      ] as const)
        expect((await edit(persona, other, payload)).status).toBe(403)
    expect((await portal.ask(peer, 'PUT', '/api/users', { userId: 4, lastName: 'Renamed' })).status).toBe(403)
    expect(
      (await portal.ask(peer, 'POST', '/api/users/CreateUserRole', { userId: 4, roleId: 3 })).status,
    ).toBe(403)
    expect((await portal.ask(peer, 'DELETE', '/api/users/RemoveUserFromUserList/4')).status).toBe(422)
    const companyUser = await portal.owner.query(
      'select management_company_user_id as id from management_company_user where user_id = 4',
    )
    const untie = { managementCompanyUserId: companyUser.rows[0].id, isMcAdmin: false }
    expect((await portal.ask(peer, 'PUT', '/api/ManagementCompanyUser', untie)).status).toBe(403)
    expect((await edit(peer, primary.userId, { firstName: 'Own' })).body).toMatchObject({ firstName: 'Own' })
    expect((await edit('agency.admin', primary.userId, { isMcAdmin: false })).body).toMatchObject({
      isMcAdmin: false,
    })
  })
})
