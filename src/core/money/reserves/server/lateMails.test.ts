import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { lateDepositsJob } from './lateMails.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())

/**
 * Inserts deposits of Maple Grove: one too old for a mail, one received, one short, and one with nothing
 * received.
 */
beforeEach(async () => {
  await portal.owner.query(`truncate job_run, outbox; delete from reserve_deposit;
    insert into reserve_deposit (property_id, reserve_account_id, due_on, amount, received) values
      (1, 1, '2026-08-01', 1200, 0), (1, 1, '2026-09-01', 1200, 1200), (1, 1, '2026-10-01', 1200, 400), (1, 1, '2026-11-01', 1200, 0)`)
})

type Mail = { subject: string; text: string; to: string[] }
async function runNight(day: string): Promise<Mail[]> {
  portal.setNow(new Date(`${day}T12:00:00Z`))
  await Promise.all([1, 2].map(() => runDue(portal.pool, portal.services, lateDepositsJob)))
  const result = await portal.owner.query<Mail>(
    `delete from outbox where event = 'reserves.depositLate' returning subject, body_text as text,
      array(select one ->> 'email' from jsonb_array_elements(recipients) one) as to`,
  )
  return result.rows
}

test("an overdue or short deposit is mailed once to the property's financial contacts, after the days of grace", async () => {
  // With ten days of grace, the deposit of November is overdue from the 12th.
  expect(await runNight('2026-11-11')).toMatchObject([
    {
      subject: 'Maple Grove Apartments: $800.00 of reserve deposits not received',
      text: expect.stringContaining('- due 10/01/2026: $1,200.00, $400.00 received\n\nIf one was made'),
      to: ['financial@one.example'],
    },
  ])
  const [november, ...mails] = await runNight('2026-11-12')
  expect(mails).toEqual([])
  expect(november!.text).toContain('- due 11/01/2026: $1,200.00, nothing received')
  expect(november!.text).not.toContain('10/01/2026')
  expect(await runNight('2026-11-13')).toEqual([])
})

test("without a financial contact the company's administrators get the mail, and waived or received deposits cause none", async () => {
  await portal.owner.query(`delete from property_contact where contact_type_id = 8;
    update reserve_deposit set waived_on = '2026-11-02', waived_reason = 'Agreed' where due_on = '2026-10-01'`)
  expect((await runNight('2026-11-12')).map((mail) => mail.to)).toEqual([['company.admin@one.example']])
  await portal.owner.query(
    `update reserve_deposit set late_notice_on = null, received = amount where waived_on is null`,
  )
  expect(await runNight('2026-11-13')).toEqual([])
})

test('TRUST-5.6: accounts with the same recipients share one mail, with a paragraph for each account', async () => {
  await portal.owner.query(`delete from property_contact where contact_type_id = 8;
    insert into reserve_deposit (property_id, reserve_account_id, due_on, amount, received) values (2, 2, '2026-11-01', 500, 0)`)
  const [mail, ...mails] = await runNight('2026-11-12')
  expect(mails).toEqual([])
  expect(mail!.to).toEqual(['company.admin@one.example'])
  expect(mail!.subject).toMatch(/^2 properties: \$2,500\.00 of reserve deposits not received$/)
  expect(mail!.text).toContain('Maple Grove Apartments, “')
  expect(mail!.text).toContain('“Replacement reserve”:\n- due 11/01/2026: $500.00, nothing received')
  expect(mail!.text).toContain('/#/ReserveAccounts')
})
