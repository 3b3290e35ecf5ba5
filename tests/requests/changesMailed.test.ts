import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { jobs, modules } from '#app/registry.ts'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query('update app_user set is_admin = true where user_id = 10')
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('truncate outbox, job_run; delete from kernel.mailed_change'))

const job = jobs.find(({ name }) => name === 'changes of rights')!
type Stored = { recipients: { email: string }[]; subject: string; text: string }

/** Runs the job and returns the mails about changes of rights that it wrote, then empties the outbox. */
async function runJobAndReadMails(): Promise<Stored[]> {
  await runDue(portal.pool, portal.services, job)
  const result = await portal.owner.query<Stored>(
    `select recipients, subject, body_text as text from outbox where event = 'rights.changed' order by outbox_id`,
  )
  await portal.owner.query('truncate outbox, job_run')
  return result.rows
}
const ask = async (persona: string, method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  const reply = await portal.ask(persona, method, `/api/${path}`, body)
  expect([reply.status, reply.body]).toEqual([200, reply.body])
  return reply.body as Record<string, number>
}

describe('6.7 changes of rights, managers and payees are mailed to the administrators', () => {
  test('a save of several permissions is one mail, and it goes to every administrator and to no one else', async () => {
    const permissions = [1, 2].map((propertyId) => ({ propertyId, key: 'Budget', read: true, write: false }))
    await ask('company.admin', 'POST', 'ManagementCompanyUser/SavePermissions/1', {
      userId: 6,
      permissions: [...permissions, { propertyId: 1, key: 'AFS', read: true, write: true }],
    })
    const [mail, ...otherRows] = await runJobAndReadMails()
    expect(otherRows).toEqual([])
    expect(mail!.recipients.map(({ email }) => email).toSorted()).toEqual([
      'agency.admin@agency.example',
      'agency.second@agency.example',
    ])
    expect(mail!.subject).toBe('Rights changed by Company Admin (company.admin)')
    const person = 'Company Reader (company.reader): permission added'
    expect(mail!.text).toContain(`${person}: Budget, read (Maple Grove Apartments, Birch Court)`)
    expect(mail!.text).toContain(`${person}: AFS, read, write (Maple Grove Apartments)`)
    expect(await runJobAndReadMails()).toEqual([])
  })

  test('an account that becomes a manager and an account that is removed cause a mail each', async () => {
    const { body } = await portal.ask('agency.admin', 'GET', '/api/Users/2')
    const { version } = body as { version: number }
    await ask('agency.admin', 'PUT', 'Users', { userId: 2, version, isManager: true })
    await ask('agency.admin', 'DELETE', 'Users/3')
    const [manager, removed] = await runJobAndReadMails()
    expect(manager!.text).toContain('Agency Write (agency.write): Agency manager: no → yes')
    expect(removed!.text).toContain('Agency Read (agency.read): Active: yes → no')
    expect(removed!.text).toContain('Agency Read (agency.read): role removed: Agency, reading only')
  })

  test('proposing and confirming the right to VAWA requests causes two mails, which contain nothing about requests', async () => {
    const { vawaReaderId } = await ask('agency.admin', 'POST', 'VAWAReader', {
      userId: 2,
      managementCompanyId: null,
    })
    await ask('agency.second', 'POST', `VAWAReader/Confirm/${vawaReaderId}`)
    const [proposed, confirmed] = await runJobAndReadMails()
    expect(proposed!.text).toContain('Agency Write (agency.write): right to VAWA requests added')
    expect(confirmed!.text).toContain('none → confirmed by a second administrator')
    expect(confirmed!.subject).toContain('Agency Second')
  })

  test("a change of a property's company and a change of a vendor's payment data are mailed", async () => {
    await runAsAdministrator('update property set management_company_id = 2 where property_id = 2')
    await runAsAdministrator(
      `update vendor set address = '9 Elsewhere', tax_id_last4 = '9999' where vendor_id = 1`,
    )
    const [property, vendor] = await runJobAndReadMails()
    expect(property!.text).toContain('Birch Court: Management company: Test Company One → Test Company Two')
    expect(vendor!.subject).toContain('Payees changed')
    expect(vendor!.text).toContain('Vendor Test Roofing: Address: none → 9 Elsewhere; Tax number changed')
    expect(vendor!.text).not.toContain('9999')
  })

  test('a change that affects no right and a change that is rolled back are not mailed', async () => {
    await runAsAdministrator(`update app_user set phone = '1' where user_id = 2`)
    await runAsPersonInDatabase(portal, 'agency.admin', (client) =>
      client.query('update app_user set is_manager = true where user_id = 2'),
    )
    expect(await runJobAndReadMails()).toEqual([])
  })

  test('a request can neither read nor delete the changes that are waiting to be mailed', async () => {
    for (const statement of ['select kernel.take_mailed_changes()', 'delete from kernel.mailed_change'])
      await expect(
        runAsPersonInDatabase(portal, 'agency.admin', (client) => client.query(statement)),
        statement,
      ).rejects.toMatchObject({ code: '42501' })
  })
})

/** Runs SQL as a writing call of the administrator would, and commits it. */
const runAsAdministrator = (statement: string) =>
  runAsPersonInDatabase(portal, 'agency.admin', (client) => client.query(`${statement}; commit`))

describe('6.7 every table that gives rights is covered', () => {
  const loadTriggers = async (function_: string) => {
    const { rows } = await portal.owner.query<{ name: string }>(
      `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid
        where p.proname = any ($1) order by 1`,
      [function_.split(' ')],
    )
    return rows.map(({ name }) => name)
  }

  test('the tables whose changes are noted are exactly those that modules declare for mailing', async () => {
    const declared = modules.flatMap((module) => module.mailedChanges ?? []).map(({ table }) => table)
    expect(await loadTriggers('note_mailed_change')).toEqual(declared.toSorted())
  })

  test('every table from which scopes are computed, and every table of named readers, is noted', async () => {
    const tablesWithTrigger = await loadTriggers('note_mailed_change')
    const scopes = await loadTriggers(
      'grants_changed companies_changed person_changed properties_moved note_account_change',
    )
    const { rows } = await portal.owner.query<{ name: string }>(
      `select relname as name from pg_class where relkind = 'r' and relname like '%\\_reader'`,
    )
    expect(tablesWithTrigger).toEqual(expect.arrayContaining([...scopes, ...rows.map(({ name }) => name)]))
  })

  test('every column that a mail describes is noted', async () => {
    const { rows } = await portal.owner.query<{ name: string; columns: string }>(
      `select c.relname as name, encode(t.tgargs, 'escape') as columns from pg_trigger t join pg_class c on c.oid = t.tgrelid
        join pg_proc p on p.oid = t.tgfoid where p.proname = 'note_mailed_change'`,
    )
    const columnsByTable = new Map(
      rows.map(({ name, columns }) => [name, columns.replace('\\000', '').split(' ')]),
    )
    for (const { table, columns } of modules.flatMap((module) => module.mailedChanges ?? []))
      expect(columnsByTable.get(table), table).toEqual(expect.arrayContaining(Object.keys(columns)))
  })
})
