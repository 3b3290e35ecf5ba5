import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { agency, permission } from '#kernel/model/access.ts'
import { openPortal, type Portal } from '#tests/portal.ts'
import { runInCall } from '#tests/probe.ts'
import {
  type ClaimedInvoice,
  checkDuplicates,
  findDuplicates,
  removeInvoices,
  storeInvoices,
} from './index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await openPortal()
  await portal.owner.query(`insert into status_history (entity, row_id, property_id, to_status_id, action)
    values ('ReplacementReserveRequest', 1, 1, 2, 'submit'), ('ReplacementReserveRequest', 1, 1, 5, 'approve')`)
})
afterAll(() => portal.close())

/**
 * Stores three invoices. Request 1 of property A claims invoice A-17 as item 11; request 2 of property D
 * (another company) has the same invoice as item 21 in a draft; a request of another module claims C-1 with
 * the same item id 11.
 */
beforeEach(async () => {
  await portal.owner.query('delete from invoice')
  await portal.owner.query(`insert into invoice
    (module_name, request_id, item_id, property_id, vendor_id, invoice_number, normalised_number, invoice_date, amount, claimed) values
    ('Replacement_Reserve', 1, 11, 1, 1, 'A-17', 'A17', '2024-03-07', 715, true),
    ('Replacement_Reserve', 2, 21, 4, 1, 'A-17', 'A17', '2024-03-07', 715, false),
    ('OperatingReserve', 1, 11, 1, 2, 'C-1', 'C1', '2024-03-07', 99, true)`)
})

const MODULE = 'Replacement_Reserve'
const claimingRequest = { requestId: 1, propertyId: 1, filedCompanyId: 1, claimed: false }
const write = permission(MODULE, 'write')
const claim = (changes: Partial<ClaimedInvoice> = {}): ClaimedInvoice => ({
  itemId: 0,
  vendorId: 1,
  invoiceNumber: 'a 0017',
  invoiceDate: '2024-03-07',
  amount: 10,
  ...changes,
})
const check = async (changes: Partial<ClaimedInvoice>) =>
  (
    await runInCall(portal, 'company.writer', write, (context) =>
      checkDuplicates(context, MODULE, claim(changes)),
    )
  ).result!
const find = async (claims: ClaimedInvoice[], requestId: number) =>
  (
    await runInCall(portal, 'company.writer', write, (context) =>
      findDuplicates(context, MODULE, requestId, claims),
    )
  ).result!

describe('findDuplicates', () => {
  test('DUP-01 a claim with the same vendor, number and date is reported with the path of its request', async () => {
    expect(await check({ invoiceNumber: ' 00a/17' })).toEqual([
      {
        kind: 'hard',
        exact: true,
        message:
          'Invoice 00a/17 of this vendor is claimed already in replacement reserve request 1 of Maple Grove Apartments, status Approved. Explain why it is claimed again.',
        moduleName: MODULE,
        path: '/ReplacementReserve/1/1',
        requestId: 1,
        itemId: 11,
        propertyId: 1,
        propertyName: 'Maple Grove Apartments',
        statusId: 5,
        invoiceNumber: 'A-17',
        invoiceDate: '2024-03-07',
        amount: 715,
      },
    ])
  })

  test('DUP-01 an item is not compared with itself', async () => {
    expect(await check({ itemId: 11, invoiceNumber: 'A-17' })).toEqual([])
    expect(await check({ itemId: 12, invoiceNumber: 'A-17' })).toHaveLength(1)
  })

  test('DUP-02 invoices of other modules are compared, even with the same item id', async () => {
    const [duplicate] = await check({ itemId: 11, vendorId: 2, invoiceNumber: 'c1' })
    expect(duplicate).toMatchObject({
      kind: 'hard',
      moduleName: 'OperatingReserve',
      requestId: 1,
      statusId: null,
    })
  })

  test('the same vendor and amount within 30 days is reported as a soft match', async () => {
    const checkOn = (invoiceDate: string) => check({ invoiceNumber: 'Z', amount: 715, invoiceDate })
    expect((await checkOn('2024-04-06')).map((item) => [item.kind, item.exact])).toEqual([['soft', false]])
    expect(await checkOn('2024-04-07')).toEqual([])
  })

  test('an invoice that occurs twice in one request is reported at the later item', async () => {
    const claims = [claim({ itemId: 11, invoiceNumber: 'A-17' }), claim({ itemId: 12, invoiceNumber: 'a17' })]
    await runInCall(portal, 'company.writer', write, (context) =>
      storeInvoices(context, MODULE, claimingRequest, claims),
    )
    const duplicatesByItem = await find(claims, 1)
    expect([...duplicatesByItem.keys()]).toEqual([12])
    expect(duplicatesByItem.get(12)).toMatchObject([{ kind: 'hard', exact: true, itemId: 11 }])
    expect(duplicatesByItem.get(12)![0]!.message).toContain('in another item of this request')
  })

  test("a company learns only that another company's claim exists, and nothing of its draft", async () => {
    expect((await check({ invoiceNumber: 'A-17', itemId: 11 })).length).toBe(0)
    await portal.owner.query('update invoice set claimed = true')
    expect(await check({ invoiceNumber: 'A-17', itemId: 11 })).toEqual([
      {
        kind: 'hard',
        exact: false,
        message: 'Invoice A-17 of this vendor was claimed elsewhere. Explain why it is claimed again.',
        moduleName: '',
        path: '',
        requestId: 0,
        itemId: 0,
        propertyId: 0,
        propertyName: '',
        statusId: null,
        invoiceNumber: null,
        invoiceDate: null,
        amount: null,
      },
    ])
    // Vendor or number alone must match nothing, and an equal amount of another company is not revealed.
    expect(await check({ invoiceNumber: '', amount: 715, itemId: 11 })).toEqual([])
  })

  test('the agency sees the claims of every company, but no drafts', async () => {
    const all = await runInCall(portal, 'agency.write', agency('write'), (context) =>
      checkDuplicates(context, MODULE, claim({ invoiceNumber: 'A-17' })),
    )
    expect(all.result!.map((item) => item.requestId)).toEqual([1])
    await portal.owner.query('update invoice set claimed = true')
    const claims = await runInCall(portal, 'agency.write', agency('write'), (context) =>
      checkDuplicates(context, MODULE, claim({ invoiceNumber: 'A-17' })),
    )
    expect(claims.result!.map((item) => item.requestId)).toEqual([2, 1])
  })

  test('a request of 200 items is checked in one statement', async () => {
    const claims = Array.from({ length: 200 }, (_, index) =>
      claim({ invoiceNumber: `N${index}`, itemId: index + 100 }),
    )
    const { result } = await runInCall(portal, 'company.writer', write, async (context) => {
      const before = context.transaction.statements
      await findDuplicates(context, MODULE, 9, claims)
      return context.transaction.statements - before
    })
    expect(result).toBe(1)
  })
})

describe('storeInvoices', () => {
  const rows = async () =>
    (
      await portal.owner.query(`select item_id, normalised_number, amount from invoice
        where module_name = 'Replacement_Reserve' and request_id = 1 order by item_id`)
    ).rows

  test('added, changed and removed items are stored in two statements, and unchanged rows stay untouched', async () => {
    const countAudited = async () =>
      (await portal.owner.query(`select 1 from audit_log where table_name = 'invoice' and user_id = 5`))
        .rowCount
    const invoices = [
      { ...claim({ invoiceNumber: '007', amount: 1.5 }), itemId: 12 },
      { ...claim({ vendorId: null, invoiceNumber: null, invoiceDate: null, amount: null }), itemId: 13 },
    ]
    const store = () =>
      runInCall(portal, 'company.writer', write, async (context) => {
        const before = context.transaction.statements
        await storeInvoices(context, MODULE, claimingRequest, invoices)
        return context.transaction.statements - before
      })
    expect((await store()).result).toBe(2)
    expect(await rows()).toEqual([
      { item_id: 12, normalised_number: '7', amount: '1.50' },
      { item_id: 13, normalised_number: '', amount: null },
    ])
    const before = await countAudited()
    await store()
    expect(await countAudited()).toBe(before)
    invoices[0]!.amount = 2
    await store()
    expect((await rows())[0]).toMatchObject({ amount: '2.00' })
    expect(await countAudited()).toBe(before! + 1)
  })

  test('another company can neither store nor remove the invoices', async () => {
    const reply = await runInCall(portal, 'other.user', write, (context) =>
      storeInvoices(context, MODULE, claimingRequest, [{ ...claim(), itemId: 12 }]),
    )
    expect(reply.status).toBe(403)
    await runInCall(portal, 'other.user', write, (context) => removeInvoices(context, MODULE, 1))
    expect(await rows()).toHaveLength(1)
  })

  test('removing a request deletes its invoices only', async () => {
    await runInCall(portal, 'company.writer', write, (context) => removeInvoices(context, MODULE, 1))
    expect(await rows()).toEqual([])
    expect((await portal.owner.query('select 1 from invoice')).rowCount).toBe(2)
  })
})

test('the invoices of a rejected new vendor move to its replacement', async () => {
  const reply = await portal.ask('company.writer', 'POST', '/api/Vendor', { name: 'Fresh Paving' })
  const { vendorId } = reply.body as { vendorId: number }
  await portal.owner.query('update invoice set vendor_id = $1 where item_id = 21', [vendorId])
  await portal.ask('agency.write', 'POST', `/api/Vendor/RejectNew/${vendorId}`, { replacementVendorId: 2 })
  const result = await portal.owner.query('select vendor_id from invoice where item_id = 21')
  expect(result.rows).toEqual([{ vendor_id: 2 }])
})
