import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { lateDeposits } from './lateMails.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/** Deposits of Maple Grove: one long late, one received, one short and one with nothing received. */
beforeEach(async () => {
  await portal.owner.query(`truncate job_run, outbox; delete from reserve_deposit;
    insert into reserve_deposit (property_id, reserve_account_id, due_on, amount, received) values
      (1, 1, '2026-08-01', 1200, 0), (1, 1, '2026-09-01', 1200, 1200), (1, 1, '2026-10-01', 1200, 400), (1, 1, '2026-11-01', 1200, 0)`)
})

type Mail = { subject: string; text: string; to: string[] }
async function night(day: string): Promise<Mail[]> {
  portal.setNow(new Date(`${day}T12:00:00Z`))
  await Promise.all([1, 2].map(() => runDue(portal.pool, portal.services, lateDeposits)))
  const result = await portal.owner.query<Mail>(
    `delete from outbox where event = 'reserves.depositLate' returning subject, body_text as text,
      array(select one ->> 'email' from jsonb_array_elements(recipients) one) as to`,
  )
  return result.rows
}

test('a deposit that is late or short is told to the property’s financial contacts, once, after the days of grace', async () => {
  // Ten days of grace: the deposit of November is late from the 12th.
  expect(await night('2026-11-11')).toMatchObject([
    {
      subject: 'Maple Grove Apartments: $800.00 of reserve deposits not received',
      text: expect.stringContaining('- due 10/01/2026: $1,200.00, $400.00 received\n\nIf one was made'),
      to: ['financial@one.example'],
    },
  ])
  const [november, ...mails] = await night('2026-11-12')
  expect(mails).toEqual([])
  expect(november!.text).toContain('- due 11/01/2026: $1,200.00, nothing received')
  expect(november!.text).not.toContain('10/01/2026')
  expect(await night('2026-11-13')).toEqual([])
})

test('without a financial contact the company’s administrators are told; what is waived or came in, nobody is', async () => {
  await portal.owner.query(`delete from property_contact where contact_type_id = 8;
    update reserve_deposit set waived_on = '2026-11-02', waived_reason = 'Agreed' where due_on = '2026-10-01'`)
  expect((await night('2026-11-12')).map((mail) => mail.to)).toEqual([['company.admin@one.example']])
  await portal.owner.query(
    `update reserve_deposit set late_notice_on = null, received = amount where waived_on is null`,
  )
  expect(await night('2026-11-13')).toEqual([])
})

test('TRUST-5.6: accounts that go to the same people are told of in one mail, each in a paragraph of its own', async () => {
  await portal.owner.query(`delete from property_contact where contact_type_id = 8;
    insert into reserve_deposit (property_id, reserve_account_id, due_on, amount, received) values (2, 2, '2026-11-01', 500, 0)`)
  const [mail, ...mails] = await night('2026-11-12')
  expect(mails).toEqual([])
  expect(mail!.to).toEqual(['company.admin@one.example'])
  expect(mail!.subject).toMatch(/^2 properties: \$2,500\.00 of reserve deposits not received$/)
  expect(mail!.text).toContain('Maple Grove Apartments, “')
  expect(mail!.text).toContain('“Replacement reserve”:\n- due 11/01/2026: $500.00, nothing received')
  expect(mail!.text).toContain('/#/ReserveAccounts')
})
