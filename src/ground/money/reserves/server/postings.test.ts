import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDue } from '#kernel/server/jobs.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { reservePostings } from './index.ts'

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

/** The account of Maple Grove: 48 units. */
const ACCOUNT = 1

/** Deposit and rate from a month on; of all months when none is given. */
async function agree(terms: { deposit: number; rate: number }, from = '2020-01-01', account = ACCOUNT) {
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

async function open(
  day: string,
  amount: number,
  terms: { deposit: number; rate: number },
  account = ACCOUNT,
) {
  await agree(terms, '2020-01-01', account)
  await enter('Opening balance', day, amount, account)
}

const enter = (kind: string, day: string, amount: number, account = ACCOUNT) =>
  portal.owner.query(
    `insert into reserve_entry (property_id, reserve_account_id, entry_date, kind, amount, exception)
     select property_id, reserve_account_id, $2, $3, $4, case when $4::numeric < 0 then 'Test' end from reserve_account where reserve_account_id = $1`,
    [account, day, kind, amount],
  )

/** Runs the job as the worker does at that moment. */
async function runAt(moment: string): Promise<void> {
  portal.setNow(new Date(moment))
  await runDue(portal.pool, portal.services, reservePostings)
}

/** Interest that was posted and deposits that fell due, in order of time. */
const postings = async (account = ACCOUNT): Promise<string[]> =>
  (
    await portal.owner.query<{ line: string }>(
      `select day || ' ' || kind || ' ' || amount::float as line from (
         select entry_date as day, kind, amount, reserve_account_id from reserve_entry where kind = 'Interest'
         union all select due_on, 'Deposit', amount, reserve_account_id from reserve_deposit) x
       where reserve_account_id = $1 order by day, kind desc`,
      [account],
    )
  ).rows.map(({ line }) => line)

const maple = { deposit: 1200, rate: 0.5 }

describe('monthly postings', () => {
  test('worked example: on the first, interest of a twelfth of the rate on the balance before it; the deposit falls due, and is in the balance once received', async () => {
    await open('2026-01-01', 62_400, maple)
    await runAt('2026-02-01T07:00:00Z')
    expect(await postings()).toEqual(['2026-02-01 Interest 26', '2026-02-01 Deposit 1200'])
    await runAt('2026-03-01T07:00:00Z')
    // What fell due has not come in: 62,426.00 × 0.5 / 1200 = 26.0108…
    expect((await postings()).slice(2)).toEqual(['2026-03-01 Interest 26.01', '2026-03-01 Deposit 1200'])
    await enter('Deposit', '2026-03-05', 2400)
    await runAt('2026-04-01T07:00:00Z')
    // 64,852.01 × 0.5 / 1200 = 27.0216…
    expect((await postings())[4]).toBe('2026-04-01 Interest 27.02')
    const deposits = await portal.owner.query('select received::float from reserve_deposit order by due_on')
    expect(deposits.rows.filter((row) => row.received === 1200)).toHaveLength(2)
  })

  test('half a cent of interest is rounded up', async () => {
    // 12.00 × 0.5 / 1200 = 0.005; 11.99 × 0.5 / 1200 = 0.00499…
    await open('2026-01-01', 12, { deposit: 0, rate: 0.5 })
    await open('2026-01-01', 11.99, { deposit: 0, rate: 0.5 }, 2)
    await runAt('2026-02-01T07:00:00Z')
    expect(await postings()).toEqual(['2026-02-01 Interest 0.01'])
    expect(await postings(2)).toEqual([])
  })

  test('not before one o’clock of the first where the agency is', async () => {
    await open('2026-01-01', 62_400, maple)
    await runAt('2026-02-01T06:59:59Z')
    expect(await postings()).toEqual([])
    await runAt('2026-02-01T07:00:00Z')
    expect(await postings()).toHaveLength(2)
  })

  test('run again, on the same day or a later one of the month, it posts nothing twice', async () => {
    await open('2026-01-01', 62_400, maple)
    await runAt('2026-02-01T07:00:00Z')
    const posted = await postings()
    await portal.owner.query('truncate job_run')
    await runAt('2026-02-01T07:00:00Z')
    for (const day of ['02', '15', '28']) await runAt(`2026-02-${day}T12:00:00Z`)
    expect(await postings()).toEqual(posted)
  })

  test('months missed while the portal stood still are posted one after the other, as if it had run', async () => {
    await open('2026-01-15', 62_400, maple)
    await open('2026-01-15', 62_400, maple, 2)
    for (const month of ['02', '03', '04', '05', '06']) {
      await portal.owner.query('update property set status_id = 6 where property_id <> 1')
      await runAt(`2026-${month}-01T12:00:00Z`)
    }
    const monthByMonth = await postings()
    expect(monthByMonth).toHaveLength(10)
    await portal.owner.query(`truncate reserve_entry, reserve_deposit, job_run`)
    await open('2026-01-15', 62_400, maple)
    await runAt('2026-06-20T12:00:00Z')
    expect(await postings()).toEqual(monthByMonth)
  })

  test('an account opened in the middle of a month, or on the first itself, begins with the next first', async () => {
    await open('2026-01-01', 1000, maple)
    await open('2026-02-01', 1000, maple, 2)
    await open('2026-02-10', 1000, maple, 4)
    await runAt('2026-02-01T12:00:00Z')
    await runAt('2026-03-01T12:00:00Z')
    expect((await postings(2)).map((line) => line.slice(0, 10))).toEqual(['2026-03-01', '2026-03-01'])
    expect((await postings(4)).map((line) => line.slice(0, 10))).toEqual(['2026-03-01', '2026-03-01'])
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
    'status %i (%s): money that lies there earns interest, deposits fall due: %s',
    async (statusId, text, deposits) => {
      const decontrol = text.endsWith('approved') ? 5 : null
      await portal.owner.query(
        'update property set status_id = $1, decontrol_status = $2 where property_id = 1',
        [statusId, decontrol],
      )
      await open('2026-01-01', 62_400, maple)
      await runAt('2026-02-01T12:00:00Z')
      expect(await postings()).toEqual([
        '2026-02-01 Interest 26',
        ...(deposits ? ['2026-02-01 Deposit 1200'] : []),
      ])
    },
  )

  test('deposits missed while a property was inactive are not asked for afterwards', async () => {
    const terms = { deposit: 100, rate: 0 }
    await open('2026-01-01', 1000, terms)
    await open('2026-01-01', 1000, terms, 2)
    await portal.owner.query('update property set status_id = 1 where property_id = 1')
    for (const month of ['02', '03']) await runAt(`2026-${month}-01T12:00:00Z`)
    await portal.owner.query('update property set status_id = 0 where property_id = 1')
    await runAt('2026-03-15T12:00:00Z')
    expect(await postings()).toEqual([])
    await runAt('2026-04-02T12:00:00Z')
    expect(await postings()).toEqual(['2026-04-01 Deposit 100'])
    expect(await postings(2)).toHaveLength(3)
  })

  test('a new rate or deposit counts from its month on, not for months gone by', async () => {
    await open('2026-01-01', 12_000, { deposit: 0, rate: 0 })
    for (const month of ['02', '03']) await runAt(`2026-${month}-01T12:00:00Z`)
    await agree({ deposit: 100, rate: 1 }, '2026-04-01')
    await agree({ deposit: 150, rate: 2 }, '2026-06-01')
    await runAt('2026-03-20T12:00:00Z')
    expect(await postings()).toEqual([])
    await runAt('2026-06-20T12:00:00Z')
    // A rate is paid at the end of its month: that of April on the first of May.
    expect(await postings()).toEqual([
      '2026-04-01 Deposit 100',
      '2026-05-01 Interest 10',
      '2026-05-01 Deposit 100',
      '2026-06-01 Interest 10.01',
      '2026-06-01 Deposit 150',
    ])
  })

  test('the first run goes on after what was loaded', async () => {
    await open('2026-01-01', 12_000, { deposit: 100, rate: 0 })
    await portal.owner.query(
      "insert into reserve_deposit (property_id, reserve_account_id, due_on, amount) values (1, 1, '2026-04-01', 250)",
    )
    await runAt('2026-05-05T12:00:00Z')
    expect(await postings()).toEqual(['2026-04-01 Deposit 250', '2026-05-01 Deposit 100'])
  })

  test.each([
    ['an empty account', 0],
    ['an overdrawn account', -500],
  ])('%s earns no interest, but the deposit falls due', async (_, balance) => {
    await open('2026-01-01', balance, maple)
    await runAt('2026-02-01T12:00:00Z')
    expect(await postings()).toEqual(['2026-02-01 Deposit 1200'])
  })

  test('a closed account rests', async () => {
    await open('2026-01-01', 12_000, { deposit: 100, rate: 1 })
    await portal.owner.query(
      "update reserve_account set closed_on = '2026-02-15' where reserve_account_id = 1",
    )
    await runAt('2026-04-02T12:00:00Z')
    expect(await postings()).toEqual(['2026-02-01 Interest 10', '2026-02-01 Deposit 100'])
  })

  test('without an opening balance nothing is posted', async () => {
    await enter('Adjustment', '2026-01-01', 5000)
    await runAt('2026-02-01T12:00:00Z')
    expect(await postings()).toEqual([])
  })

  test('a failure in the middle leaves nothing of the run', async () => {
    await open('2026-01-01', 62_400, maple)
    await portal.owner.query(`
      create function refuse_march() returns trigger language plpgsql as $$ begin
        if new.due_on = '2026-03-01' then raise exception 'not in March'; end if;
        return new; end $$;
      create trigger refuse_march before insert on reserve_deposit for each row execute function refuse_march()`)
    await expect(runAt('2026-03-10T12:00:00Z')).rejects.toThrow('not in March')
    expect(await postings()).toEqual([])
    expect((await portal.owner.query('select 1 from job_run')).rowCount).toBe(0)
    await portal.owner.query('drop trigger refuse_march on reserve_deposit; drop function refuse_march()')
    await runAt('2026-03-10T12:00:00Z')
    expect(await postings()).toHaveLength(4)
  })

  test('the balance is the opening balance, what was drawn, and the interest on what was left, to the cent', async () => {
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
          await open('2025-01-10', opening / 100, { deposit: 100, rate: rateInTenThousandths / 10_000 })
          const dated = draws
            .map((draw) => ({ ...draw, on: getDay(draw.month, draw.day) }))
            .filter(({ on }) => on > '2025-01-10')
          for (const { on, amount } of dated) await enter('Release', on, -amount / 100)
          await runAt('2026-02-20T12:00:00Z')
          const expected = reference(opening, rateInTenThousandths, dated)
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

/** The given day of a month counted from January 2025. */
const getDay = (month: number, day: number): string =>
  new Date(Date.UTC(2025, month, day)).toISOString().slice(0, 10)

/** The balance in cents after thirteen months, in whole numbers alone. */
function reference(
  opening: number,
  rateInTenThousandths: number,
  draws: readonly { on: string; amount: number }[],
): number {
  let posted = BigInt(opening)
  const drawnBefore = (day: string) =>
    draws.filter(({ on }) => on < day).reduce((sum, { amount }) => sum + amount, 0)
  for (let month = 1; month <= 13; month += 1) {
    const balance = posted - BigInt(drawnBefore(getDay(month, 1)))
    // Twelve months, a hundred percent, ten thousandths of a point; halves away from zero.
    const divisor = 12n * 100n * 10_000n
    const interest =
      balance > 0n ? (2n * balance * BigInt(rateInTenThousandths) + divisor) / (2n * divisor) : 0n
    posted += interest
  }
  return Number(posted - BigInt(drawnBefore('9999')))
}
