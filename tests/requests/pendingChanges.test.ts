import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPortal, type Portal, type Reply } from '#tests/portal.ts'
import { runAsPersonInDatabase } from '#tests/runAsPersonInDatabase.ts'
import { clearStatements, insertMapleGroveRights } from '#tests/surplusFiling.ts'

/** The manager who proposes the change and the one who confirms it. */
const [PROPOSES, CONFIRMS] = ['agency.manager', 'agency.admin']
const MANAGER = 9
const ADMIN = 1

let portal: Portal
let checkId = 0
beforeAll(async () => {
  portal = await openPortal()
  portal.setNow(new Date('2026-11-16T15:00:00Z'))
})
afterAll(() => portal.close())
beforeEach(async () => {
  await insertMapleGroveRights(portal.owner)
  const stage = await portal.owner.query<{ id: number }>(`
    with account as (insert into reserve_account (property_id, name, opened_on) values (1, 'Held', '2020-01-01') returning *),
    request as (insert into replacement_reserve_request (property_id, reserve_account_id, description, status_id, submitted, decided,
        filed_company_id)
      select 1, reserve_account_id, 'Roof', 5, '2026-11-01', '2026-11-02', 1 from account returning *),
    item as (insert into replacement_reserve_request_item (replacement_reserve_request_id, property_id, vendor_id, claimed_amount,
        approved_amount, pay_vendor_directly, position)
      select replacement_reserve_request_id, 1, 1, 500, 500, true, 1 from request)
    insert into payment (property_id, filed_company_id, module_name, request_id, vendor_id, payee, amount, paid_on, check_number)
      select 1, 1, 'Replacement_Reserve', replacement_reserve_request_id, 1, 'Right Roofing', 500, '2026-11-16', '900' from request
      returning payment_id as id`)
  checkId = stage.rows[0]!.id
  await portal.owner.query(`insert into equity_figure (property_id, year, development_cost, original_mortgages, initial_equity,
      computed_equity, equity) values (1, 2025, 3000000, 2500000, 500000, 500000, 500000)`)
})
afterEach(() =>
  portal.owner.query(`delete from kernel.account_change; delete from pending_change; delete from payment; delete from equity_figure;
    delete from replacement_reserve_request; delete from reserve_account where name = 'Held'; delete from kernel.record_writer;
    delete from setting where key = 'pending_change_two_person'; delete from outbox; ${clearStatements}`),
)

const ask = (persona: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  portal.ask(persona, method, url, body)
const readValue = async (statement: string): Promise<unknown> =>
  (await portal.owner.query(statement)).rows[0]?.value ?? null
const loadRightId = () =>
  readValue(
    'select yearly_distributions_accrued_id as value from yearly_distributions_accrued where year = 2024',
  )

/** What counts as paid to the owners of property 1. */
const PAID = 'select coalesce(sum(paid), 0)::float as value from distribution_payment where property_id = 1'

type Case = {
  propose: (persona: string) => Promise<Reply>
  read: () => Promise<unknown>
  was: unknown
  becomes: unknown
}
const cases: Record<string, Case> = {
  'a corrected payee': {
    propose: async (persona) =>
      ask(persona, 'POST', '/api/Payment/Correct', {
        paymentId: checkId,
        payee: 'Other Roofing',
        amount: 500,
        paidOn: '2026-11-16',
        checkNumber: '900',
        reason: 'Wrong name',
      }),
    read: () => readValue(`select payee as value from payment where payment_id = ${checkId}`),
    was: 'Right Roofing',
    becomes: 'Other Roofing',
  },
  'a right that is raised by hand': {
    propose: async (persona) =>
      ask(persona, 'PUT', `/api/YearlyDistributionsAccrued/SetByHand/${await loadRightId()}`, {
        earned: 90_000,
        note: 'Ledger',
      }),
    read: () =>
      readValue('select earned::float as value from yearly_distributions_accrued where year = 2024'),
    was: 18_500,
    becomes: 90_000,
  },
  'a year that is added by hand': {
    propose: (persona) =>
      ask(persona, 'POST', '/api/YearlyDistributionsAccrued', {
        propertyId: 1,
        year: 2023,
        months: 12,
        earned: 4000,
        note: 'Before the portal',
      }),
    read: () =>
      readValue('select earned::float as value from yearly_distributions_accrued where year = 2023'),
    was: 0,
    becomes: 4000,
  },
  'a basis that earns more': {
    propose: (persona) =>
      ask(persona, 'POST', '/api/ComputationOfDistributions/UpdateAFSFromPropertyDashBoard', {
        propertyId: 1,
        fromYear: 2026,
        method: 'Percent of equity',
        rate: 8,
        developmentCost: 3_500_000,
        mortgagePrincipal: 2_450_000,
        improvements: 0,
        firstYearMonths: 12,
        rateApproval: null,
        source: 'New audit',
      }),
    read: () => readValue('select max(development_cost)::float as value from distribution_basis'),
    was: 2_900_000,
    becomes: 3_500_000,
  },
  'a development cost that is raised by hand': {
    propose: async (persona) => {
      const id = await readValue('select equity_figure_id as value from equity_figure')
      return ask(persona, 'POST', `/api/EquityFigure/Correct/${id}`, {
        developmentCost: 3_200_000,
        note: 'Audit',
      })
    },
    read: () => readValue('select development_cost::float as value from equity_figure'),
    was: 3_000_000,
    becomes: 3_200_000,
  },
  'improvements that are raised by the generic call': {
    propose: async (persona) => {
      const equityFigureId = await readValue('select equity_figure_id as value from equity_figure')
      return ask(persona, 'PUT', '/api/EquityFigure', {
        equityFigureId,
        approvedImprovements: 50_000,
        note: 'New roof',
      })
    },
    read: () => readValue('select approved_improvements::float as value from equity_figure'),
    was: 0,
    becomes: 50_000,
  },
  'a repayment of a distribution': {
    propose: (persona) =>
      ask(persona, 'POST', '/api/DistributionPayment', {
        propertyId: 1,
        year: 2025,
        paidOn: '2026-05-01',
        source: 'Repayment',
        amount: 2000,
        note: 'Wire of 05/01/2026',
      }),
    read: () => readValue(PAID),
    was: 12_000,
    becomes: 10_000,
  },
  'a payment that is lowered': {
    propose: async (persona) =>
      ask(persona, 'PUT', '/api/DistributionPayment', {
        distributionPaymentId: await readValue(
          'select distribution_payment_id as value from distribution_payment',
        ),
        amount: 5000,
        note: 'Bank statement',
      }),
    read: () => readValue(PAID),
    was: 12_000,
    becomes: 5000,
  },
  'a payment that is moved to a later year': {
    propose: async (persona) =>
      ask(persona, 'PUT', '/api/DistributionPayment', {
        distributionPaymentId: await readValue(
          'select distribution_payment_id as value from distribution_payment',
        ),
        year: 2026,
        note: 'Bank statement',
      }),
    read: () => readValue('select max(year) as value from distribution_payment'),
    was: 2025,
    becomes: 2026,
  },
  'a payment that is removed': {
    propose: async (persona) =>
      ask(
        persona,
        'DELETE',
        `/api/DistributionPayment/${await readValue('select distribution_payment_id as value from distribution_payment')}`,
      ),
    read: () => readValue(PAID),
    was: 12_000,
    becomes: 0,
  },
}
const openId = async (): Promise<number> => {
  const reply = await ask(CONFIRMS, 'GET', '/api/PendingChange/GetOpen')
  return (reply.body as { pendingChangeId: number }[])[0]!.pendingChangeId
}
const confirm = async (persona: string) =>
  ask(persona, 'POST', `/api/PendingChange/Confirm/${await openId()}`)
const recordAccountChange = (userId: number, changedById: number) =>
  portal.owner.query('insert into kernel.account_change (user_id, changed_by_id) values ($1, $2)', [
    userId,
    changedById,
  ])

describe.each(Object.entries(cases))(
  'domain 48.4: %s waits for a second person',
  (_, { propose, read, was, becomes }) => {
    const proposeChange = async () => {
      const reply = await propose(PROPOSES)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      expect(Number(await read()) || ((await read()) ?? was)).toEqual(was)
    }

    test('another manager confirms it, and all managers are mailed', async () => {
      await proposeChange()
      const mails = await portal.owner.query(
        `select recipients::text from outbox where event = 'pendingChange.proposed'`,
      )
      expect(mails.rows[0]?.recipients).toMatch(
        /agency\.manager@.*agency\.admin@|agency\.admin@.*agency\.manager@/,
      )
      const reply = await confirm(CONFIRMS)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      expect(await read()).toEqual(becomes)
      expect((await ask(CONFIRMS, 'GET', '/api/PendingChange/GetOpen')).body).toEqual([])
    })

    test.each<[string, string, () => Promise<unknown>]>([
      ['the person who proposed it', PROPOSES, async () => undefined],
      ['a person whose account the proposer created', CONFIRMS, () => recordAccountChange(ADMIN, MANAGER)],
      [
        'a person who changed the rights of the proposer',
        CONFIRMS,
        () => recordAccountChange(MANAGER, ADMIN),
      ],
      ['a person who is no manager', 'agency.write', async () => undefined],
    ])('%s cannot confirm it', async (_name, persona, arrange) => {
      await proposeChange()
      await arrange()
      expect((await confirm(persona)).status).toBe(403)
      expect(await read()).not.toEqual(becomes)
    })

    test('with the two-person setting off, the change is made at once', async () => {
      await portal.owner.query(
        `insert into setting (key, value, effective_from) values ('pending_change_two_person', 'false', '2000-01-01')`,
      )
      const reply = await propose(PROPOSES)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      expect(await read()).toEqual(becomes)
    })
  },
)

test('a second change is refused while one is pending, and accepted after that one is dropped', async () => {
  const { propose } = cases['a corrected payee']!
  await propose(PROPOSES)
  expect((await propose('agency.write')).status).toBe(409)
  const id = await openId()
  expect((await ask('agency.write', 'POST', `/api/PendingChange/Drop/${id}`)).status).toBe(403)
  expect((await ask(PROPOSES, 'POST', `/api/PendingChange/Drop/${id}`)).status).toBe(200)
  expect((await propose('agency.write')).status).toBe(200)
})

test('a change cannot be confirmed after its record has changed', async () => {
  await cases['a corrected payee']!.propose(PROPOSES)
  await portal.owner.query(`update payment set payee = 'Third Roofing' where payment_id = ${checkId}`)
  expect((await confirm(CONFIRMS)).status).toBe(409)
})

test('only the proposer and managers may drop a change', async () => {
  await cases['a corrected payee']!.propose('agency.write')
  const mayDrop = async (persona: string) =>
    ((await ask(persona, 'GET', '/api/PendingChange/GetOpen')).body as { mayDrop: boolean }[])[0]!.mayDrop
  expect(await mayDrop('agency.write')).toBe(true)
  expect(await mayDrop(CONFIRMS)).toBe(true)
  expect(await mayDrop('agency.second')).toBe(false)
})

test('the answer says who cannot confirm the change and why', async () => {
  await cases['a corrected payee']!.propose(PROPOSES)
  const makeFault = async (persona: string) =>
    ((await ask(persona, 'GET', '/api/PendingChange/GetOpen')).body as { fault: string | null }[])[0]!.fault
  expect(await makeFault(PROPOSES)).toContain('somebody else confirms it')
  expect(await makeFault('agency.write')).toBe('A manager confirms it.')
  expect(await makeFault(CONFIRMS)).toBeNull()
})

test('it is a task of every manager who may confirm it and of no one else', async () => {
  await cases['a corrected payee']!.propose(PROPOSES)
  const loadTasks = async (persona: string) => {
    const { body } = await ask(persona, 'GET', '/api/tasks/GetToDo')
    return (body as { kind: string; title: string }[])
      .filter(({ kind }) => kind === 'pendingChange.open')
      .map(({ title }) => title)
  }
  expect(await loadTasks(CONFIRMS)).toEqual(['Payee of check 900: Right Roofing becomes Other Roofing'])
  expect(await loadTasks(PROPOSES)).toEqual([])
  expect(await loadTasks('agency.write')).toEqual([])
})

test('the database refuses a confirmation by the person who proposed the change', async () => {
  await cases['a corrected payee']!.propose(PROPOSES)
  const confirming = runAsPersonInDatabase(portal, PROPOSES, (client) =>
    client.query(`update pending_change set closed_by_id = ${MANAGER}, closed_at = now(), confirmed = true`),
  )
  await expect(confirming).rejects.toThrow()
})

test('whoever proposed a repayment is not the second person who approves a distribution from it', async () => {
  await cases['a repayment of a distribution']!.propose(PROPOSES)
  expect((await confirm(CONFIRMS)).status).toBe(200)
  const writer = await readValue(
    `select written_by_id as value from distribution_payment where source = 'Repayment'`,
  )
  expect(writer).toBe(MANAGER)
})

test('a repayment, and a payment that is lowered, need a reason', async () => {
  const repayment = { propertyId: 1, year: 2025, paidOn: '2026-05-01', source: 'Repayment', amount: 2000 }
  const distributionPaymentId = await readValue(
    'select distribution_payment_id as value from distribution_payment',
  )
  for (const reply of [
    await ask(PROPOSES, 'POST', '/api/DistributionPayment', repayment),
    await ask(PROPOSES, 'PUT', '/api/DistributionPayment', { distributionPaymentId, amount: 1 }),
  ])
    expect([reply.status, JSON.stringify(reply.body)]).toEqual([
      422,
      expect.stringContaining('say why more may be distributed'),
    ])
})
