import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
afterEach(async () => {
  await portal.owner.query(
    `delete from permission where user_id = 6 and (property_id, key) <> (1, 'Replacement_Reserve')`,
  )
})

type Entry = { propertyId: number; key: string; read: boolean; write: boolean }
const createEntry = (propertyId: number, key: string, level: 'none' | 'read' | 'write'): Entry => ({
  propertyId,
  key,
  read: level !== 'none',
  write: level === 'write',
})
const savePermissions = (persona: string, permissions: Entry[], userId = 6, company = 1) =>
  portal.ask(persona, 'POST', `/api/ManagementCompanyUser/SavePermissions/${company}`, {
    userId,
    permissions,
  })
const get = (persona: string, url: string) => portal.ask(persona, 'GET', url)
const fields = (reply: Reply) => Object.keys((reply.body as { fields: object }).fields)
const loadPermissions = async (userId: number) =>
  (
    await portal.owner.query<{ entry: string }>(
      `select property_id || ' ' || key || ' ' || case when write then 'write' else 'read' end as entry from permission where user_id = $1 order by 1`,
      [userId],
    )
  ).rows.map((row) => row.entry)

describe('entries', () => {
  test('PER-19 CALL-MCU-03 one save adds, changes and removes entries; others stay unchanged', async () => {
    const first = await savePermissions('company.admin', [
      createEntry(1, 'AFS', 'read'),
      createEntry(2, 'AFS', 'write'),
      createEntry(1, 'AFS', 'write'),
    ])
    expect(first.body).toEqual({ changed: 2, removed: 0 })
    expect(await loadPermissions(6)).toEqual(['1 AFS write', '1 Replacement_Reserve read', '2 AFS write'])
    const second = await savePermissions('company.admin', [
      createEntry(1, 'AFS', 'read'),
      createEntry(2, 'AFS', 'none'),
      createEntry(1, 'AHL', 'none'),
    ])
    expect(second.body).toEqual({ changed: 1, removed: 1 })
    expect(await loadPermissions(6)).toEqual(['1 AFS read', '1 Replacement_Reserve read'])
  })

  test('a change applies to the next request of a running session', async () => {
    const list = async () =>
      (
        (await portal.ask('company.reader', 'POST', '/api/projects/GetProjectListQuery', {})).body as {
          rows: Entry[]
        }
      ).rows
        .map((row) => row.propertyId)
        .sort()
    expect(await list()).toEqual([1])
    await savePermissions('company.admin', [createEntry(2, 'Budget', 'read')])
    expect(await list()).toEqual([1, 2])
    await savePermissions('company.admin', [createEntry(2, 'Budget', 'none')])
    expect(await list()).toEqual([1])
  })

  test('PER-04 a primary user cannot give rights they lack, beyond their company, or Global_Admin', async () => {
    const before = await loadPermissions(6)
    const reply = await savePermissions('company.admin', [
      createEntry(1, 'AFS', 'read'),
      createEntry(4, 'AFS', 'read'),
      createEntry(1, 'Global_Admin', 'read'),
    ])
    expect(reply.status).toBe(400)
    expect(fields(reply)).toEqual(['permissions.1.propertyId', 'permissions.2.key'])
    expect(await loadPermissions(6)).toEqual(before)
    expect((await savePermissions('company.admin', [createEntry(4, 'AFS', 'read')], 7, 2)).status).toBe(404)
    expect((await savePermissions('company.admin', [createEntry(1, 'AFS', 'read')], 6, 2)).status).toBe(404)
    expect((await savePermissions('agency.admin', [createEntry(4, 'AFS', 'read')], 6, 0)).status).toBe(404)
    expect((await savePermissions('agency.admin', [createEntry(4, 'Global_Admin', 'read')])).status).toBe(200)
    for (const persona of ['company.writer', 'agency.write', 'agency.read', 'other.user'])
      expect((await savePermissions(persona, [createEntry(1, 'AFS', 'read')])).status).toBe(403)
  })

  test('a primary user without super rights gives only what their own entries allow', async () => {
    await portal.owner.query('insert into user_role values (5, 4)')
    await portal.owner.query('delete from user_role where user_id = 5 and role_id = 3')
    expect(
      (await savePermissions('company.writer', [createEntry(1, 'Replacement_Reserve', 'write')])).status,
    ).toBe(200)
    expect(
      fields(await savePermissions('company.writer', [createEntry(2, 'Replacement_Reserve', 'write')])),
    ).toEqual(['permissions.0.key'])
    expect(fields(await savePermissions('company.writer', [createEntry(1, 'AFS', 'read')]))).toEqual([
      'permissions.0.key',
    ])
    const main = { properties: [{ propertyId: 1, assigned: true, isMain: true }] }
    const assigned = await portal.ask(
      'company.writer',
      'POST',
      '/api/ManagementCompanyUser/SaveProperties/6',
      main,
    )
    expect(fields(assigned)).toEqual(['properties.0.isMain'])
    await portal.owner.query('update user_role set role_id = 3 where user_id = 5')
    await portal.owner.query(`update permission set write = false where user_id = 6`)
  })

  test('PER-18 CALL-PRM-04 only administrators set one entry, and faults are reported at their field', async () => {
    const give = (persona: string, body: object) =>
      portal.ask(persona, 'POST', '/api/permissions/CreateUserPermission', body)
    const good = { userId: 6, ...createEntry(2, 'AFS', 'write') }
    for (const persona of ['company.admin', 'agency.write', 'agency.read'])
      expect((await give(persona, good)).status).toBe(403)
    const reply = await give('agency.admin', good)
    expect(reply.body).toMatchObject(good)
    const again = await give('agency.admin', { ...good, write: false })
    expect(again.body).toMatchObject({
      ...good,
      write: false,
      permissionId: (reply.body as { permissionId: number }).permissionId,
    })
    expect(fields(await give('agency.admin', { ...good, propertyId: 99 }))).toEqual(['propertyId'])
    expect(fields(await give('agency.admin', { ...good, key: 'Everything' }))).toEqual(['key'])
    expect(fields(await give('agency.admin', { ...good, read: false, write: false }))).toEqual(['read'])
    expect((await give('agency.admin', { ...good, userId: 99 })).status).toBe(404)
    const { permissionId } = reply.body as { permissionId: number }
    const change = (body: object) =>
      portal.ask('agency.admin', 'PUT', '/api/permissions', { permissionId, ...body })
    expect((await change({ write: true })).body).toMatchObject({ read: true, write: true })
    expect(fields(await change({ read: false, write: false }))).toEqual(['read'])
    expect(fields(await change({ userId: 5 }))).toEqual(['userId'])
    expect((await portal.ask('agency.admin', 'DELETE', `/api/permissions/${permissionId}`)).body).toBe(true)
  })
})

describe('reading', () => {
  test('CALL-PRM-01 CALL-PRM-02 people read their own entries, managers those of their people, the agency all', async () => {
    const payload = (await get('company.writer', '/api/permissions')).body as { userId: number }[]
    expect(payload.length).toBe(3)
    expect(payload.every((item) => item.userId === 5)).toBe(true)
    expect(((await get('agency.read', '/api/permissions')).body as unknown[]).length).toBeGreaterThan(4)
    expect((await get('company.admin', '/api/PERMISSIONS/5')).body).toHaveLength(3)
    expect((await get('company.admin', '/api/permissions/7')).status).toBe(404)
    expect((await get('company.writer', '/api/permissions/6')).status).toBe(404)
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read) values (6, 4, 'AFS', true)`,
    )
    expect((await get('company.admin', '/api/permissions/6')).body).toHaveLength(1)
    expect((await get('agency.read', '/api/permissions/6')).body).toHaveLength(2)
  })

  test('CALL-PRM-03 the caller reads their rights on a property for each key', async () => {
    const loadTab = async (persona: string, id: number, key: string) =>
      ((await get(persona, `/api/Permissions/GetTabPermissions/${id}`)).body as Entry[]).find(
        (entry) => entry.key === key,
      )
    expect(await loadTab('company.writer', 2, 'Replacement_Reserve')).toMatchObject({
      read: true,
      write: false,
    })
    expect(await loadTab('company.writer', 2, 'AFS')).toMatchObject({ read: false, write: false })
    expect(await loadTab('company.admin', 2, 'AFS')).toMatchObject({ read: true, write: true })
    expect(await loadTab('agency.read', 4, 'AFS')).toMatchObject({ read: true, write: false })
    expect((await get('company.writer', '/api/Permissions/GetTabPermissions/4')).status).toBe(404)
  })

  test('the grid contains only the properties that the caller may see', async () => {
    await portal.owner.query(
      `insert into permission (user_id, property_id, key, read) values (6, 4, 'AFS', true)`,
    )
    const loadGrid = async (persona: string) =>
      (await get(persona, '/api/permissions/GetGrid/6')).body as Grid
    type Grid = {
      properties: { propertyId: number; ofCompany: boolean }[]
      permissions: Entry[]
      mayManage: boolean
    }
    const ownGrid = await loadGrid('company.admin')
    expect(ownGrid.properties.map((property) => property.propertyId).sort()).toEqual([1, 2, 3])
    expect(ownGrid.permissions).toEqual([
      { propertyId: 1, key: 'Replacement_Reserve', read: true, write: false },
    ])
    expect(ownGrid.mayManage).toBe(true)
    const all = await loadGrid('agency.read')
    expect(all.properties.map((property) => property.propertyId).sort()).toEqual([1, 2, 3, 4, 5])
    expect(all.permissions).toHaveLength(2)
    expect(all.mayManage).toBe(false)
    expect((await get('company.admin', '/api/permissions/GetGrid/7')).status).toBe(404)
    const rules = (await get('agency.read', '/api/permissions/GetCallRules')).body as {
      path: string
      access: object
    }[]
    expect(rules.find((rule) => rule.path === '/api/permissions/CreateUserPermission')?.access).toEqual({
      kind: 'agency',
      need: 'admin',
    })
  })
})

describe('companies and assignments', () => {
  test('CALL-MCU-01 CALL-MCU-02 PER-20 people read their own companies, and where a person is a super user', async () => {
    expect((await get('company.admin', '/api/ManagementCompanyUser/GetMyManagementCompanies')).body).toEqual([
      { managementCompanyId: 1, name: 'Test Company One', status: 1, isMcAdmin: true },
    ])
    expect((await get('agency.read', '/api/ManagementCompanyUser/GetMyManagementCompanies')).body).toEqual([])
    const loadRows = (persona: string, id: number) =>
      get(persona, `/api/ManagementCompanyUser/GetUserMcAdminRows/${id}`)
    expect((await loadRows('company.admin', 4)).body).toMatchObject([
      { managementCompanyId: 1, propertyId: null },
    ])
    expect((await loadRows('agency.read', 5)).body).toEqual([])
    expect((await loadRows('company.admin', 7)).status).toBe(404)
    expect((await loadRows('company.writer', 4)).status).toBe(404)
  })

  test('PER-10 a caller assigns properties and main users only within their own reach', async () => {
    await portal.owner.query('insert into user_property (user_id, property_id) values (6, 4)')
    const assign = (persona: string, properties: object[]) =>
      portal.ask(persona, 'POST', '/api/ManagementCompanyUser/SaveProperties/6', { properties })
    const loadStored = async () =>
      (
        await portal.owner.query(
          'select property_id as id, is_main as main from user_property where user_id = 6 order by 1',
        )
      ).rows
    const line = (propertyId: number, isMain = false, assigned = true) => ({ propertyId, assigned, isMain })
    const changed = await assign('company.admin', [line(2, true), line(1, false, false)])
    expect(changed.body).toEqual({ assigned: 1, removed: 1 })
    expect(await loadStored()).toEqual([
      { id: 2, main: true },
      { id: 4, main: false },
    ])
    expect((await get('agency.read', '/api/ManagementCompanyUser/GetUserMcAdminRows/6')).body).toMatchObject([
      { propertyId: 2 },
    ])
    expect(fields(await assign('company.admin', [line(2, false), line(4)]))).toEqual([
      'properties.1.propertyId',
    ])
    expect((await assign('agency.admin', [line(2), line(4, false, false)])).body).toEqual({
      assigned: 1,
      removed: 1,
    })
    expect(await loadStored()).toEqual([{ id: 2, main: false }])
  })

  test('the generic controller lists, adds, changes and removes company users', async () => {
    const path = '/api/ManagementCompanyUser'
    const ids = async (persona: string) =>
      ((await get(persona, path)).body as { userId: number }[]).map((item) => item.userId)
    expect(await ids('company.admin')).toEqual([4, 5, 6])
    expect(await ids('agency.read')).toEqual([4, 5, 6, 7, 8, 11])
    const findCompanyUserId = async (userId: number) =>
      ((await get('agency.read', path)).body as { userId: number; managementCompanyUserId: number }[]).find(
        (item) => item.userId === userId,
      )!.managementCompanyUserId
    expect((await get('company.admin', `${path}/${await findCompanyUserId(7)}`)).status).toBe(404)
    expect((await get('company.admin', `${path}/${await findCompanyUserId(5)}`)).body).toMatchObject({
      managementCompanyId: 1,
      userName: 'company.writer',
    })
    const changed = { managementCompanyUserId: await findCompanyUserId(8), isMcAdmin: true }
    expect((await portal.ask('agency.admin', 'PUT', path, changed)).body).toMatchObject({
      userId: 8,
      managementCompanyId: 2,
      isMcAdmin: true,
    })
    const moved = await portal.ask('agency.admin', 'PUT', path, { ...changed, managementCompanyId: 1 })
    expect([moved.status, fields(moved)]).toEqual([422, ['managementCompanyId']])
    for (const managementCompanyId of [0, 999])
      expect(
        fields(await portal.ask('agency.admin', 'POST', path, { userId: 8, managementCompanyId })),
      ).toEqual(['managementCompanyId'])
    expect((await portal.ask('company.admin', 'DELETE', `${path}/${await findCompanyUserId(6)}`)).body).toBe(
      true,
    )
    expect(await ids('company.admin')).toEqual([4, 5])
    // A person who changes companies loses all properties of the former company.
    await portal.ask('agency.admin', 'PATCH', '/api/users/EditUser', { userId: 8, managementCompanyId: 1 })
    expect(await loadPermissions(8)).toEqual([])
    expect(await ids('company.admin')).toEqual([4, 5, 8])
  })
})
