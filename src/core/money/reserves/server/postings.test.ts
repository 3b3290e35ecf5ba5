import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { reservePostingsJob } from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query('truncate reserve_entry, reserve_deposit, job_run')
  await portal.owner.query('update property set status_id = 0, decontrol_status = null')
  await portal.owner.query('update reserve_account set closed_on = null')
})

/** The account of Maple Grove. */
const ACCOUNT = 1

/** Sets the monthly deposit and the interest rate from a month on, by default for all months. */
async function setTerms(terms: { deposit: number; rate: number }, from = '2020-01-01', account = ACCOUNT) {
  await portal.owner.query(
    `with deposits as (
       delete from reserve_deposit_schedule where reserve_account_id = $1 and from_month >= $2),
     rates as (
       delete from reserve_interest_rate where reserve_account_id = $1 and from_month >= $2)
     select 1`,
    [account, from],
  )
  await portal.owner.query(
    `with deposit as (
       insert into reserve_deposit_schedule (property_id, reserve_account_id, from_month, monthly_deposit)
       select property_id, $1, $2, $3 from reserve_account where reserve_account_id = $1)
     insert into reserve_interest_rate (property_id, reserve_account_id, from_month, annual_interest_rate)
     select property_id, $1, $2, $4 from reserve_account where reserve_account_id = $1`,
    [account, from, terms.deposit, terms.rate],
  )
}

async function openAccount(
  day: string,
  amount: number,
  terms: { deposit: number; rate: number },
  account = ACCOUNT,
) {
  await setTerms(terms, '2020-01-01', account)
  await insertEntry('Opening balance', day, amount, account)
}

const insertEntry = (kind: string, day: string, amount: number, account = ACCOUNT) =>
  portal.owner.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, exception)
     select property_id, reserve_account_id, $2, $3, $4, case when $4::numeric < 0 then 'Test' end from reserve_account where reserve_account_id = $1`,
    [account, day, kind, amount],
  )

/** Runs the job as the worker does at this moment. */
async function runAt(moment: string): Promise<void> {
  portal.setNow(new Date(moment))
  await runDue(portal.pool, portal.services, reservePostingsJob)
}

/** The interest that was posted and the deposits that fell due, by day. */
const loadPostings = async (account = ACCOUNT): Promise<string[]> =>
  (
    await portal.owner.query<{ line: string }>(
      `select day || ' ' || kind || ' ' || amount::float as line from (
         select entry_date as day, kind, amount, reserve_account_id from reserve_entry where kind = 'Interest'
         union all select due_on, 'Deposit', amount, reserve_account_id from reserve_deposit) x
       where reserve_account_id = $1 order by day, kind desc`,
      [account],
    )
  ).rows.map(({ line }) => line)

const mapleTerms = { deposit: 1200, rate: 0.5 }

describe('monthly postings', () => {
  test('on the first of a month a twelfth of the annual rate is posted as interest, and the deposit is due', async () => {
    await openAccount('2026-01-01', 62_400, mapleTerms)
    await runAt('2026-02-01T07:00:00Z')
    expect(await loadPostings()).toEqual(['2026-02-01 Interest 26', '2026-02-01 Deposit 1200'])
    await runAt('2026-03-01T07:00:00Z')
    // The due deposit was not received, so the base is 62,426.00 × 0.5 / 1200 = 26.0108…
    expect((await loadPostings()).slice(2)).toEqual(['2026-03-01 Interest 26.01', '2026-03-01 Deposit 1200'])
    await insertEntry('Deposit', '2026-03-05', 2400)
    await runAt('2026-04-01T07:00:00Z')
    // 64,852.01 × 0.5 / 1200 = 27.0216…
    expect((await loadPostings())[4]).toBe('2026-04-01 Interest 27.02')
    const deposits = await portal.owner.query('select received::float from reserve_deposit order by due_on')
    expect(deposits.rows.filter((row) => row.received === 1200)).toHaveLength(2)
  })

  test('half a cent of interest is rounded up', async () => {
    // 12.00 × 0.5 / 1200 = 0.005; 11.99 × 0.5 / 1200 = 0.00499…
    await openAccount('2026-01-01', 12, { deposit: 0, rate: 0.5 })
    await openAccount('2026-01-01', 11.99, { deposit: 0, rate: 0.5 }, 2)
    await runAt('2026-02-01T07:00:00Z')
    expect(await loadPostings()).toEqual(['2026-02-01 Interest 0.01'])
    expect(await loadPostings(2)).toEqual([])
  })

  test("the job does not run before one o'clock on the first in the agency's time zone", async () => {
    await openAccount('2026-01-01', 62_400, mapleTerms)
    await runAt('2026-02-01T06:59:59Z')
    expect(await loadPostings()).toEqual([])
    await runAt('2026-02-01T07:00:00Z')
    expect(await loadPostings()).toHaveLength(2)
  })

  test('a second run on the same or a later day of the month posts nothing twice', async () => {
    await openAccount('2026-01-01', 62_400, mapleTerms)
    await runAt('2026-02-01T07:00:00Z')
    const posted = await loadPostings()
    await portal.owner.query('truncate job_run')
    await runAt('2026-02-01T07:00:00Z')
    for (const day of ['02', '15', '28']) await runAt(`2026-02-${day}T12:00:00Z`)
    expect(await loadPostings()).toEqual(posted)
  })

  test('months missed while the portal was down are posted one after the other, as if it had run', async () => {
    await openAccount('2026-01-15', 62_400, mapleTerms)
    await openAccount('2026-01-15', 62_400, mapleTerms, 2)
    for (const month of ['02', '03', '04', '05', '06']) {
      await portal.owner.query('update property set status_id = 6 where property_id <> 1')
      await runAt(`2026-${month}-01T12:00:00Z`)
    }
    const monthByMonth = await loadPostings()
    expect(monthByMonth).toHaveLength(10)
    await portal.owner.query(`truncate reserve_entry, reserve_deposit, job_run`)
    await openAccount('2026-01-15', 62_400, mapleTerms)
    await runAt('2026-06-20T12:00:00Z')
    expect(await loadPostings()).toEqual(monthByMonth)
  })

  test('an account opened within a month or on its first day gets its first posting on the next first', async () => {
    await openAccount('2026-01-01', 1000, mapleTerms)
    await openAccount('2026-02-01', 1000, mapleTerms, 2)
    await openAccount('2026-02-10', 1000, mapleTerms, 4)
    await runAt('2026-02-01T12:00:00Z')
    await runAt('2026-03-01T12:00:00Z')
    expect((await loadPostings(2)).map((line) => line.slice(0, 10))).toEqual(['2026-03-01', '2026-03-01'])
    expect((await loadPostings(4)).map((line) => line.slice(0, 10))).toEqual(['2026-03-01', '2026-03-01'])
  })

  test.each([
    [0, 'Active', true],
    [1, 'Inactive', false],
    [2, 'Under Construction', false],
    [3, 'Conditional', false],
    [4, 'Firm', false],
    [5, 'Decontrol', true],
    [5, 'Decontrol, approved', false],
    [6, 'Deleted', false],
  ])(
    'in status %i (%s) interest is posted, and whether deposits fall due is %s',
    async (statusId, text, deposits) => {
      const decontrol = text.endsWith('approved') ? 5 : null
      await portal.owner.query(
        'update property set status_id = $1, decontrol_status = $2 where property_id = 1',
        [statusId, decontrol],
      )
      await openAccount('2026-01-01', 62_400, mapleTerms)
      await runAt('2026-02-01T12:00:00Z')
      expect(await loadPostings()).toEqual([
        '2026-02-01 Interest 26',
        ...(deposits ? ['2026-02-01 Deposit 1200'] : []),
      ])
    },
  )

  test('deposits missed while a property was inactive do not fall due afterwards', async () => {
    const terms = { deposit: 100, rate: 0 }
    await openAccount('2026-01-01', 1000, terms)
    await openAccount('2026-01-01', 1000, terms, 2)
    await portal.owner.query('update property set status_id = 1 where property_id = 1')
    for (const month of ['02', '03']) await runAt(`2026-${month}-01T12:00:00Z`)
    await portal.owner.query('update property set status_id = 0 where property_id = 1')
    await runAt('2026-03-15T12:00:00Z')
    expect(await loadPostings()).toEqual([])
    await runAt('2026-04-02T12:00:00Z')
    expect(await loadPostings()).toEqual(['2026-04-01 Deposit 100'])
    expect(await loadPostings(2)).toHaveLength(3)
  })

  test('a new rate or deposit applies from its month on, not for past months', async () => {
    await openAccount('2026-01-01', 12_000, { deposit: 0, rate: 0 })
    for (const month of ['02', '03']) await runAt(`2026-${month}-01T12:00:00Z`)
    await setTerms({ deposit: 100, rate: 1 }, '2026-04-01')
    await setTerms({ deposit: 150, rate: 2 }, '2026-06-01')
    await runAt('2026-03-20T12:00:00Z')
    expect(await loadPostings()).toEqual([])
    await runAt('2026-06-20T12:00:00Z')
    // Interest is posted after the end of its month: that of April on the first of May.
    expect(await loadPostings()).toEqual([
      '2026-04-01 Deposit 100',
      '2026-05-01 Interest 10',
      '2026-05-01 Deposit 100',
      '2026-06-01 Interest 10.01',
      '2026-06-01 Deposit 150',
    ])
  })

  test('the first run continues after the loaded postings', async () => {
    await openAccount('2026-01-01', 12_000, { deposit: 100, rate: 0 })
    await portal.owner.query(
      "insert into reserve_deposit (property_id, reserve_account_id, due_on, amount) values (1, 1, '2026-04-01', 250)",
    )
    await runAt('2026-05-05T12:00:00Z')
    expect(await loadPostings()).toEqual(['2026-04-01 Deposit 250', '2026-05-01 Deposit 100'])
  })

  test.each([
    ['an empty account', 0],
    ['an overdrawn account', -500],
  ])('%s earns no interest, but the deposit falls due', async (_, balance) => {
    await openAccount('2026-01-01', balance, mapleTerms)
    await runAt('2026-02-01T12:00:00Z')
    expect(await loadPostings()).toEqual(['2026-02-01 Deposit 1200'])
  })

  test('nothing is posted to a closed account', async () => {
    await openAccount('2026-01-01', 12_000, { deposit: 100, rate: 1 })
    await portal.owner.query(
      "update reserve_account set closed_on = '2026-02-15' where reserve_account_id = 1",
    )
    await runAt('2026-04-02T12:00:00Z')
    expect(await loadPostings()).toEqual(['2026-02-01 Interest 10', '2026-02-01 Deposit 100'])
  })

  test('nothing is posted without an opening balance', async () => {
    await insertEntry('Adjustment', '2026-01-01', 5000)
    await runAt('2026-02-01T12:00:00Z')
    expect(await loadPostings()).toEqual([])
  })

  test('a failure within a run rolls back the entire run', async () => {
    await openAccount('2026-01-01', 62_400, mapleTerms)
    await portal.owner.query(`
      create function refuse_march() returns trigger language plpgsql as $$ begin
        if new.due_on = '2026-03-01' then raise exception 'not in March'; end if;
        return new; end $$;
      create trigger refuse_march before insert on reserve_deposit for each row execute function refuse_march()`)
    await expect(runAt('2026-03-10T12:00:00Z')).rejects.toThrow('not in March')
    expect(await loadPostings()).toEqual([])
    expect((await portal.owner.query('select 1 from job_run')).rowCount).toBe(0)
    await portal.owner.query('drop trigger refuse_march on reserve_deposit; drop function refuse_march()')
    await runAt('2026-03-10T12:00:00Z')
    expect(await loadPostings()).toHaveLength(4)
  })

  test('the balance equals the opening balance less releases plus interest, to the cent', async () => {
    const cents = (maximum: number) => fc.integer({ min: 0, max: maximum })
    await fc.assert(
      fc.asyncProperty(
        cents(50_000_000),
        fc.integer({ min: 0, max: 120_000 }),
        fc.array(
          fc.record({
            month: fc.integer({ min: 0, max: 13 }),
            day: fc.integer({ min: 1, max: 28 }),
            amount: cents(9_000_000),
          }),
          { maxLength: 6 },
        ),
        async (opening, rateInTenThousandths, draws) => {
          await portal.owner.query('truncate reserve_entry, reserve_deposit, job_run')
          await openAccount('2025-01-10', opening / 100, {
            deposit: 100,
            rate: rateInTenThousandths / 10_000,
          })
          const dated = draws
            .map((draw) => ({ ...draw, on: getDay(draw.month, draw.day) }))
            .filter(({ on }) => on > '2025-01-10')
          for (const { on, amount } of dated) await insertEntry('Release', on, -amount / 100)
          await runAt('2026-02-20T12:00:00Z')
          const expected = computeExpected(opening, rateInTenThousandths, dated)
          const sum = await portal.owner.query<{ cents: number }>(
            'select (sum(amount) * 100)::float as cents from reserve_entry where reserve_account_id = $1',
            [ACCOUNT],
          )
          expect(sum.rows[0]!.cents).toBe(expected)
        },
      ),
      { numRuns: 40 },
    )
  })
})

/** The given day of a month, which is counted from January 2025 as 0. */
const getDay = (month: number, day: number): string =>
  new Date(Date.UTC(2025, month, day)).toISOString().slice(0, 10)

/** Computes the balance in cents after thirteen months with integers only, to compare with. */
function computeExpected(
  opening: number,
  rateInTenThousandths: number,
  draws: readonly { on: string; amount: number }[],
): number {
  let posted = BigInt(opening)
  const drawnBefore = (day: string) =>
    draws.filter(({ on }) => on < day).reduce((sum, { amount }) => sum + amount, 0)
  for (let month = 1; month <= 13; month += 1) {
    const balance = posted - BigInt(drawnBefore(getDay(month, 1)))
    // The divisor has twelve months, a hundred percent, and ten-thousandths of a percent. Halves are
    // rounded away from zero.
    const divisor = 12n * 100n * 10_000n
    const interest =
      balance > 0n ? (2n * balance * BigInt(rateInTenThousandths) + divisor) / (2n * divisor) : 0n
    posted += interest
  }
  return Number(posted - BigInt(drawnBefore('9999')))
}
