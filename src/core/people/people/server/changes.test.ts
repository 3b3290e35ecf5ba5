import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PASSWORD } from '#tests/fixture.ts'
import { createPeopleClient, detail, getFields, getMessage, getNames, readToken } from '#tests/newcomers.ts'
import { openPortal, type Portal } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from outbox'))

const { newcomer, register, edit, get, mails, hasAccount } = createPeopleClient(() => portal)

describe('changes', () => {
  test('CALL-USR-16 fields that are left out stay unchanged, and an outdated save is refused with the name of who saved before', async () => {
    const { userId, version } = detail(await register('agency.admin', { managementCompanyId: 1, phone: '1' }))
    const changed = await edit('agency.admin', userId, { version, lastName: 'Changed' })
    expect(changed.body).toMatchObject({ lastName: 'Changed', phone: '1', roleId: 3, version: version + 1 })
    const stale = await edit('company.admin', userId, { version, lastName: 'Later' })
    expect(stale.status).toBe(409)
    expect(getMessage(stale)).toContain('Agency Admin')
  })

  test('CALL-USR-13 a new role replaces the current one', async () => {
    const { userId } = detail(await register('agency.admin', { managementCompanyId: 1 }))
    const setRole = (roleId: number) =>
      portal.ask('company.admin', 'POST', '/api/users/CreateUserRole', { userId, roleId })
    expect((await setRole(4)).body).toEqual([{ id: 4, name: 'Company primary user' }])
    expect((await setRole(2)).status).toBe(400)
    const result = await portal.owner.query('select role_id from user_role where user_id = $1', [userId])
    expect(result.rows).toEqual([{ role_id: 4 }])
  })

  test('closing an account immediately ends its sessions and links, and reopening it does not restore them', async () => {
    const signIn = () =>
      portal.ask('anonymous', 'POST', '/api/users/authenticate', {
        userName: 'company.reader',
        password: PASSWORD,
      })
    const { token, refreshToken } = (await signIn()).body as { token: string; refreshToken: string }
    const sendRequest = () =>
      portal.app.inject({
        method: 'GET',
        url: '/api/users/IsManager',
        headers: { authorization: `Bearer ${token}` },
      })
    expect((await sendRequest()).statusCode).toBe(200)
    await get('anonymous', '/api/users/ForgotPassword?userName=company.reader')
    const link = readToken((await mails()).at(-1)!.body_text)
    expect((await edit('company.admin', 6, { active: false })).body).toMatchObject({
      active: false,
      status: 0,
    })
    expect((await sendRequest()).statusCode).toBe(401)
    expect((await signIn()).status).toBe(401)
    expect((await edit('company.admin', 6, { active: true })).status).toBe(200)
    expect((await sendRequest()).statusCode).toBe(401)
    const refresh = { token, refreshToken }
    expect((await portal.ask('anonymous', 'POST', '/api/users/Refresh', refresh)).status).toBe(401)
    const check = { userName: 'company.reader', token: link }
    expect((await portal.ask('anonymous', 'POST', '/api/users/ValidatePasswordResetToken', check)).body).toBe(
      false,
    )
    expect((await signIn()).status).toBe(200)
  })

  test('the last administrator cannot be closed, removed or lose the flag or role', async () => {
    const noAdministrator = /without an administrator/
    for (const change of [
      { active: false },
      { isAdmin: false },
      { isAdmin: false, isManager: false, role: 2 },
    ]) {
      const reply = await edit('agency.admin', 1, change)
      expect(reply.status).toBe(422)
      if (!('active' in change)) expect(getMessage(reply)).toMatch(noAdministrator)
    }
    const second = detail(await register('agency.admin', { role: 1, isAdmin: true }))
    expect((await edit('agency.admin', second.userId, { active: false })).status).toBe(200)
    expect((await portal.ask('agency.admin', 'DELETE', '/api/users/1')).status).toBe(422)
    expect(
      (await edit('agency.admin', second.userId, { active: true, userName: 'second.admin' })).status,
    ).toBe(200)
    await portal.owner.query(
      'insert into user_secret select $1, password_hash, now() from user_secret where user_id = 1',
      [second.userId],
    )
    // When two administrators close each other at once, one remains.
    const both = await Promise.all([
      edit('agency.admin', second.userId, { isAdmin: false }),
      edit('second.admin', 1, { isAdmin: false }),
    ])
    expect(both.filter((reply) => reply.status === 200)).toHaveLength(1)
    const result = await portal.owner.query('select user_id from app_user where is_admin and active')
    expect(result.rows).toHaveLength(1)
    await portal.owner.query('update app_user set is_admin = user_id = 1 where user_id in (1, $1)', [
      second.userId,
    ])
  })
})

describe('removal', () => {
  test('CALL-USR-14 a removed account has no rights, and its row, its history and its name remain', async () => {
    const { userId, userName } = detail(await register('agency.admin', { managementCompanyId: 1 }))
    const grant = { userId, propertyId: 1, key: 'AFS', read: true, write: true }
    expect(
      (await portal.ask('agency.admin', 'POST', '/api/permissions/CreateUserPermission', grant)).status,
    ).toBe(200)
    expect((await portal.ask('agency.admin', 'DELETE', `/api/users/DeleteUser?userId=${userId}`)).body).toBe(
      true,
    )
    expect((await get('agency.admin', `/api/users/GetUserInfo?userId=${userId}`)).status).toBe(404)
    expect(getNames(await get('agency.admin', '/api/users/GetAll'))).not.toContain(userName)
    const result = await portal.owner.query(
      'select active, removed_at is not null as removed, (select count(*)::integer from permission p where p.user_id = u.user_id) as entries from app_user u where user_id = $1',
      [userId],
    )
    expect(result.rows).toEqual([{ active: false, removed: true, entries: 0 }])
    const audited = await portal.owner.query(
      `select table_name, operation from audit_log where user_id = 1 and (row_id = $1 or changes ->> 'user_id' = $2)`,
      [userId, String(userId)],
    )
    expect(audited.rows).toContainEqual({ table_name: 'permission', operation: 'delete' })
    expect((await register('agency.admin', { userName })).status).toBe(400)
  })

  test('CALL-USR-15 a person loses the company with all rights there, and keeps the rights elsewhere', async () => {
    const { userId } = detail(await register('agency.admin', { managementCompanyId: 1, role: 4 }))
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read) values ($1, 1, 'AFS', true), ($1, 4, 'AFS', true)`,
      [userId],
    )
    const remove = (persona: string, id: number) =>
      portal.ask(persona, 'DELETE', `/api/users/RemoveUserFromUserList/${id}`)
    expect((await remove('company.admin', 7)).status).toBe(404)
    expect((await remove('company.admin', 4)).status).toBe(422)
    expect((await remove('company.admin', userId)).body).toBe(true)
    expect((await get('company.admin', `/api/users/GetUserInfo?userId=${userId}`)).status).toBe(404)
    expect((await get('agency.admin', `/api/users/GetUserInfo?userId=${userId}`)).body).toMatchObject({
      active: true,
      roleId: 3,
      managementCompanyId: null,
      propertyCount: 1,
    })
    const other = detail(await register('agency.admin', { managementCompanyId: 1 }))
    await remove('company.admin', other.userId)
    expect((await get('agency.admin', `/api/users/GetUserInfo?userId=${other.userId}`)).body).toMatchObject({
      active: false,
    })
  })

  test('the generic calls apply the same rules', async () => {
    expect(getFields(await portal.ask('agency.admin', 'POST', '/api/users', { userName: 'x' }))).toEqual([
      'firstName',
      'lastName',
      'email',
    ])
    const { role: _, ...body } = newcomer({ managementCompanyId: 1 })
    const reply = await portal.ask('agency.admin', 'POST', '/api/users', body)
    expect(reply.status).toBe(200)
    expect(await mails()).toHaveLength(1)
    const { userId } = reply.body as { userId: number }
    expect(
      getFields(await portal.ask('agency.admin', 'PUT', '/api/users', { userId, userName: 'agency.READ' })),
    ).toEqual(['userName'])
    expect((await portal.ask('agency.admin', 'PUT', '/api/users', { userId: 1, active: false })).status).toBe(
      422,
    )
    expect((await portal.ask('agency.admin', 'DELETE', `/api/users/${userId}`)).body).toBe(true)
    expect(await hasAccount(body.userName)).toBe(true)
  })
})

test('the history combines the permissions that one request gave in one line', async () => {
  const { userId } = detail(await register('agency.admin', { managementCompanyId: 1 }))
  await edit('agency.admin', userId, { phone: '573-555-0103', role: 4 })
  const entry = (propertyId: number, key: string) => ({ propertyId, key, read: true, write: false })
  const permissions = [entry(1, 'AFS'), entry(2, 'AFS'), entry(1, 'Budget')]
  await portal.ask('company.admin', 'POST', '/api/ManagementCompanyUser/SavePermissions/1', {
    userId,
    permissions,
  })
  const lines = (await get('agency.read', `/api/users/GetHistory/${userId}`)).body as Record<
    string,
    unknown
  >[]
  expect(lines[0]).toMatchObject({
    userName: 'Company Admin',
    action: 'insert',
    tableName: 'permission',
    count: 3,
    properties: 2,
    keys: ['AFS', 'Budget'],
    level: 'read',
  })
  const tables = lines.map((line) => `${line.tableName} ${line.action}`)
  expect(tables).toEqual(expect.arrayContaining(['app_user update', 'app_user insert', 'user_role insert']))
  expect((await get('company.admin', `/api/users/GetHistory/${userId}`)).status).toBe(200)
  expect((await get('company.admin', '/api/users/GetHistory/7')).status).toBe(404)
  const signIns = (await get('company.admin', '/api/users/GetSignIns/4')).body as { succeeded: boolean }[]
  expect(signIns.some((signIn) => signIn.succeeded)).toBe(true)
})
